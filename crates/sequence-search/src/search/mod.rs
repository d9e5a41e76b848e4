//! Search over prefixes of games, from the first gap to the last.

mod doubt;
mod expand;
mod forget;
mod found;
mod go_back;
mod ground;
mod lattice;
mod node;
mod order;
mod run;
mod settle;
mod state;
mod widen;

pub(crate) use found::Found;
pub(crate) use ground::{Ground, bounds, clock};
pub(crate) use lattice::Chance;
pub(crate) use node::{Event, Root, Way};
pub(crate) use settle::{touch_price, touched};
pub(crate) use state::Search;

#[cfg(test)]
mod tests;
