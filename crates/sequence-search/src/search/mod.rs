//! Search over prefixes of games, from the first gap to the last.

mod doubt;
mod expand;
mod forget;
mod found;
mod further;
mod go_back;
mod ground;
mod lattice;
mod node;
mod order;
mod retrace;
mod root;
mod run;
mod settle;
mod state;
mod touch;
mod widen;

pub(crate) use found::Found;
pub(crate) use ground::{Ground, bounds, clock};
pub(crate) use lattice::Chance;
pub(crate) use node::{Event, SAME, Way};
pub(crate) use root::Root;
pub(crate) use state::Search;
pub(crate) use touch::{touch_price, touched};

#[cfg(test)]
mod tests;
