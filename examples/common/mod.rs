//! Arguments of the examples that replay games of a file.
#![allow(dead_code, reason = "not every example uses everything")]

use std::error::Error;
use std::ops::RangeInclusive;
use std::str::FromStr;

use board_sim::pieces::Scene;
use checkers_rules::{Position, pdn};
use kibitzer::pieces;
use kibitzer::replay::Rendered;

/// The arguments of the example, without its name.
pub(crate) struct Arguments(Vec<String>);

impl Arguments {
    pub(crate) fn given() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    pub(crate) fn text<'a>(&'a self, i: usize, usual: &'a str) -> &'a str {
        self.0.get(i).map_or(usual, String::as_str)
    }

    pub(crate) fn number<T: FromStr<Err: Error + 'static>>(
        &self,
        i: usize,
        usual: T,
    ) -> Result<T, Box<dyn Error>> {
        Ok(self.0.get(i).map_or(Ok(usual), |text| text.parse())?)
    }

    /// A range of seeds, written `FIRST-LAST`.
    pub(crate) fn seeds(
        &self,
        i: usize,
        usual: &str,
    ) -> Result<RangeInclusive<u64>, Box<dyn Error>> {
        let seeds = self.text(i, usual).split_once('-');
        let (first, last) = seeds.ok_or("seeds are given as FIRST-LAST")?;
        Ok(first.parse()?..=last.parse()?)
    }

    /// `count` games of at least this many moves, spread over the PDN file of the first argument, from the `first`th
    /// on.
    pub(crate) fn games(
        &self,
        moves: usize,
        first: usize,
        count: usize,
    ) -> Result<Vec<pdn::Record>, Box<dyn Error>> {
        let path = self.0.first().ok_or("which PDN file are the games in?")?;
        let records = pieces::read_records::<Position>(path.as_ref())?;
        let long = records.into_iter().filter(|r| r.moves().count() >= moves);
        Ok(long.skip(first).step_by(97).take(count).collect())
    }
}

/// A tilted view of a board of draughts, with hands over it and one ply a photo.
pub(crate) fn tilted(seed: u64) -> Scene {
    let mut scene = Position::with_set(Scene::hard(seed), seed);
    scene.pace.plies = [1, 1];
    scene
}
