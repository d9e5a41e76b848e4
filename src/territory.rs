//! Territory: maps of territory and influence, and the score of a game of Go.
//!
//! ```
//! use go_rules::record::Record;
//! use kibitzer::territory::{Judge, Map, counted, diagram};
//!
//! let record = &Record::read("(;SZ[5]KM[0.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])")?[0];
//! let position = record.positions().last().unwrap()?;
//! let judged = Judge::default().judge(&position)?;
//! assert_eq!(counted(&position, &record.rules(), &judged).score.to_string(), "B+4.5");
//! assert!(diagram(&position, Map::Moyo, &judged).svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use board_core::{Board, Color, MoveGen, Occupancy};
use go_rules::record::Record;
use go_rules::{Move, Position, Rules, Scoring};
use go_territory::{
    Bouzy, ColorMap, DeadStones, Diagram, Engine, Estimate, Final, Flood, Influence, Nearest,
    Radiance, Zobrist, animation, clusters, groups, score_without,
};

use crate::Error;
use crate::recording::Recording;
use crate::recording::drawn::Ending;
use crate::wording;

/// A kind of map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Map {
    /// The owner of each point after playouts, and the dead stones.
    #[default]
    Territory,
    /// Bouzy's 5/10.
    Moyo,
    /// Bouzy's 4/0.
    Area,
    /// The flood of Influencie.
    Shadows,
    /// The radiance of Sabaki.
    Radiance,
    /// Zobrist's map.
    Zobrist,
    /// The nearest stone.
    Nearest,
    /// The colour map of irgobot, with lines around groups.
    Groups,
}

/// Finds dead stones.
#[derive(Debug, Default)]
pub struct Judge {
    /// Playouts.
    pub finder: DeadStones,
    /// An engine that finds the dead stones instead of the playouts.
    pub engine: Option<Engine>,
}

/// A judged position.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The dead stones, ascending.
    pub dead: Vec<usize>,
    /// The result of the playouts.
    pub estimate: Estimate,
}

impl Judge {
    /// Finds the dead stones of a position.
    ///
    /// # Errors
    /// [`Error::Engine`] if the engine fails.
    pub fn judge(&mut self, position: &Position) -> Result<Judged, Error> {
        let estimate = self.finder.estimate(position);
        let dead = match &mut self.engine {
            Some(engine) => engine.dead(position)?,
            None => estimate.dead(),
        };
        Ok(Judged { dead, estimate })
    }
}

/// The position of a record after `number` moves, or at its end, with the last move.
///
/// # Errors
/// [`Error::NoMove`] beyond the end; [`Error::Replay`] if a move or the start is illegal.
pub fn position_at(
    record: &Record,
    number: Option<usize>,
) -> Result<(Position, Option<Move>), Error> {
    let moves = record.moves.len();
    let number = number.unwrap_or(moves);
    let last = number
        .checked_sub(1)
        .and_then(|before| record.moves.get(before));
    let position = record
        .positions()
        .nth(number)
        .ok_or(Error::NoMove { number, moves })?;
    Ok((position?, last.map(|play| play.mv)))
}

/// Counts a judged position.
#[must_use]
pub fn counted(position: &Position, rules: &Rules, judged: &Judged) -> Final {
    score_without(position, rules, judged.dead.clone())
}

impl Map {
    /// The name of the map, for titles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Map::Territory => "territory",
            Map::Moyo => "moyo (Bouzy 5/10)",
            Map::Area => "area (Bouzy 4/0)",
            Map::Shadows => "influence (flood)",
            Map::Radiance => "influence (radiance)",
            Map::Zobrist => "influence (Zobrist)",
            Map::Nearest => "nearest stone",
            Map::Groups => "colour map and groups",
        }
    }
}

/// Draws a map of a judged position.
#[must_use]
pub fn diagram(position: &Position, map: Map, judged: &Judged) -> Diagram {
    /// Least agreement of playouts for a point to be marked.
    const SURE: f32 = 0.6;
    let board = Diagram::of(position);
    let shaded = |influence: &dyn Influence| {
        let values = influence.of_position(position, &judged.dead);
        board.clone().influence(&values).dead(&judged.dead)
    };
    match map {
        Map::Territory => board
            .influence(&judged.estimate.ownership)
            .territory(&judged.estimate.owners(SURE))
            .dead(&judged.dead),
        Map::Moyo => shaded(&Bouzy::MOYO),
        Map::Area => shaded(&Bouzy::AREA),
        Map::Shadows => shaded(&Flood),
        Map::Radiance => shaded(&Radiance::default()),
        Map::Zobrist => shaded(&Zobrist),
        Map::Nearest => shaded(&Nearest),
        Map::Groups => {
            let colors = ColorMap::of(position);
            let groups = groups(&colors, &clusters(&colors));
            board.color_map(&colors).groups(&groups)
        }
    }
}

/// The empty points that count for nobody although playouts give them to one side, ascending. Their border is open, as
/// in games that were resigned late.
#[must_use]
pub fn left_open(position: &Position, judged: &Judged) -> Vec<usize> {
    /// Least agreement of playouts.
    const SURE: f32 = 0.8;
    let area = score_without(position, &Rules::CHINESE, judged.dead.clone()).score;
    let points = area
        .owner
        .iter()
        .zip(judged.estimate.owners(SURE))
        .enumerate();
    let open = points.filter(|(_, (counted, played))| {
        **counted == Occupancy::Empty && *played != Occupancy::Empty
    });
    open.map(|(point, _)| point).collect()
}

/// Animates the maps of a record as one HTML page, up to the position after `last` moves, or to the end.
///
/// # Errors
/// As [`position_at`] and [`Judge::judge`].
pub fn animated(
    record: &Record,
    last: Option<usize>,
    map: Map,
    judge: &mut Judge,
    title: &str,
) -> Result<String, Error> {
    let moves = record.moves.len();
    let end = last.unwrap_or(moves);
    if end > moves {
        return Err(Error::NoMove { number: end, moves });
    }
    let mut frames = Vec::with_capacity(end + 1);
    for (number, position) in record.positions().enumerate().take(end + 1) {
        let position = position?;
        let last = number.checked_sub(1).map(|before| &record.moves[before]);
        let caption = match last {
            Some(play) => format!("{number}. {} {}", play.color, record.size.gtp(play.mv)),
            None => "The start".to_owned(),
        };
        let judged = judge.judge(&position)?;
        let picture = diagram(&position, map, &judged).last(last.map(|play| play.mv));
        frames.push((caption, picture.svg()));
    }
    Ok(animation(title, frames))
}

/// Describes a count, line by line: the result, both sides, the dead stones.
#[must_use]
pub fn lines(position: &Position, rules: &Rules, end: &Final) -> Vec<String> {
    let by = match rules.scoring {
        Scoring::Area => "area",
        Scoring::Territory => "territory",
    };
    let mut lines = vec![format!("{} by {by}, komi {}", end.score, rules.komi)];
    for color in Color::BOTH {
        let side = &end.score.sides[color.index()];
        let kept = match rules.scoring {
            Scoring::Area => wording::counted(side.stones, "stones"),
            Scoring::Territory => wording::counted(side.prisoners, "prisoners"),
        };
        let territory = wording::counted(side.territory, "points");
        lines.push(format!(
            "{color} {}: {territory} of territory, {kept}",
            side.total
        ));
    }
    for color in Color::BOTH {
        let names = names(position, &end.dead, color);
        if !names.is_empty() {
            lines.push(format!("dead, {color}: {}", names.join(" ")));
        }
    }
    lines
}

/// The names of the points in `stones` with stones of one colour.
#[must_use]
pub fn names(position: &Position, stones: &[usize], color: Color) -> Vec<String> {
    let own = |&&stone: &&usize| position.get(stone) == Occupancy::from(color);
    let stones = stones.iter().filter(own);
    stones
        .map(|&stone| position.size().gtp(Move::place(stone)))
        .collect()
}

/// The end of a recorded game, if it has ended: both sides have passed, or all points are settled. Photos show no
/// passes, so the second case is usual.
#[must_use]
pub(crate) fn ending(game: &Recording<Position>) -> Option<Ending> {
    let mut position = game.start.clone();
    let mut passes = 0;
    for ply in &game.decoded.plies {
        position.set_to_move(ply.side);
        position.play(ply.mv);
        passes = if ply.mv.is_pass() { passes + 1 } else { 0 };
    }
    let estimate = DeadStones::default().estimate(&position);
    if passes < 2 && !estimate.is_settled() {
        return None;
    }
    let judged = Judged {
        dead: estimate.dead(),
        estimate,
    };
    let rules = game.record.rules();
    let end = counted(&position, &rules, &judged);
    let picture = Diagram::of(&position)
        .territory(&end.score.owner)
        .dead(&end.dead);
    let mut lines = lines(&position, &rules, &end);
    lines[0].insert_str(0, "the game seems to have ended: ");
    Some(Ending {
        lines,
        picture: picture.svg(),
    })
}
