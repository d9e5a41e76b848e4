//! Checks on random games whether the model fits a game.

use core::fmt;
use core::ops::ControlFlow;

use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen, NoisySensor};

use crate::effects::{Effects, owners};
use crate::model::{Model, Pieces};
use crate::phases::Change;
use crate::slots::{changes, home, pieces};
use crate::{SearchError, Settings, decode};

/// Number of random games, and of plies of each.
const GAMES: u64 = 8;
const PLIES: u64 = 100;

/// Number of plies of the game that is decoded.
const TRIAL: usize = 40;

/// Behaviour of fewer plies than one in this many is ignored.
const RARE: usize = 50;

/// An assumption that the search makes about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Assumption {
    /// Every move changes the content of a point with the move.
    MovesShow,
    /// A ply sets down one piece; other changed points become empty, or their pieces turn.
    OneArrival,
    /// The rules skip a side that cannot move: [`MoveGen::play`] gives the turn to the other one.
    NoForcedPass,
    /// Every piece belongs to a side.
    OwnedPieces,
    /// Turned pieces become those of the side that moves.
    TurnedToOwn,
}

/// The consequence of a broken assumption.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Harm {
    /// Such moves are never found.
    NotFound,
    /// The cost of each such ply rises by this many nats on average: moves that are visible only briefly may be missed.
    Nats(f64),
    /// Only speed: the bound is looser, so that decoding takes longer and fewer games are proven.
    LooseBound,
}

/// An assumption that does not hold for a game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Breach {
    /// The assumption.
    pub assumption: Assumption,
    /// Number of plies of the random games that break it.
    pub plies: usize,
    /// The consequence.
    pub harm: Harm,
}

/// A random game, decoded from the readings of a simulated sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Trial {
    /// Number of moves played.
    pub moves: usize,
    /// Number of moves found in order.
    pub right: usize,
    /// Whether the decoder reports that it followed the game ([`Decoded::followed`](crate::Decoded::followed)).
    pub followed: bool,
}

/// The result of [`check`]. Its `Display` has a line for each breach and one for the trial.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Number of plies of all random games.
    pub plies: usize,
    /// The assumptions that do not hold.
    pub breaches: Vec<Breach>,
    /// A decoded random game.
    pub trial: Trial,
}

impl Report {
    /// Whether moves are found: assumptions are only broken where the harm is a [loose bound](Harm::LooseBound), and at
    /// least nineteen in twenty moves of the trial were found. False if there are no moves to try.
    #[must_use]
    pub fn is_fit(&self) -> bool {
        let trial = &self.trial;
        let found = trial.moves > 0 && 20 * (trial.moves - trial.right) <= trial.moves;
        let mut harms = self.breaches.iter().map(|breach| breach.harm);
        found && trial.followed && harms.all(|harm| harm == Harm::LooseBound)
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Assumption::MovesShow => "every move changes a point with the move",
            Assumption::OneArrival => "a ply sets down one piece",
            Assumption::NoForcedPass => "the rules pass over a side that cannot move",
            Assumption::OwnedPieces => "every piece belongs to a side",
            Assumption::TurnedToOwn => "pieces turn into those of the side that moves",
        })
    }
}

impl fmt::Display for Harm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Harm::NotFound => f.write_str("they are never found"),
            Harm::Nats(nats) => write!(f, "{nats:.1} nats each"),
            Harm::LooseBound => f.write_str("a less close bound"),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for breach in &self.breaches {
            let Breach {
                assumption,
                plies,
                harm,
            } = breach;
            writeln!(
                f,
                "not so in {plies} of {} plies: {assumption} ({harm})",
                self.plies
            )?;
        }
        let Trial {
            moves,
            right,
            followed,
        } = self.trial;
        if moves == 0 {
            return f.write_str("trial: the start has no moves that show");
        }
        let followed = if followed { "followed" } else { "not followed" };
        write!(f, "trial: {right} of {moves} moves found, {followed}")
    }
}

/// Plays random games from `start` and reports which assumptions of the search do not hold, with the consequences under
/// the prices of `settings`; then decodes the longest of them, up to 40 moves, from simulated readings.
///
/// For authors of a game: the `laws` of `board_core` check whether its rules are consistent, this checks whether the
/// search can follow it. The sensor misreads two points in a hundred and reads every position three times. Among moves
/// that look the same, the random player takes the first.
///
/// ```
/// # fn try_it<P: board_core::MoveGen>(start: P) -> Result<(), sequence_search::SearchError> {
/// use sequence_search::{Settings, check};
///
/// let report = check(&start, &Settings::beam(64))?;
/// assert!(report.is_fit(), "{report}");
/// # Ok(()) }
/// ```
///
/// # Errors
/// As [`decode`].
///
/// # Panics
/// As [`decode`].
pub fn check<P: MoveGen>(start: &P, settings: &Settings) -> Result<Report, SearchError> {
    settings.check()?;
    let mut tally = Tally::new::<P>();
    let mut trial = Vec::new();
    for seed in 0..GAMES {
        let mut position = start.clone();
        let mut game = Vec::new();
        for ply in 0..PLIES {
            let Some(mv) = tally.pick(&position, splitmix64(seed, ply)) else {
                break;
            };
            let side = position.to_move();
            if game.len() < TRIAL {
                game.push((side, mv));
            }
            tally.note(&position, mv, &settings.model);
            position.play(mv);
        }
        if game.len() > trial.len() {
            trial = game;
        }
    }
    Ok(Report {
        plies: tally.plies,
        breaches: tally.breaches(),
        trial: follow(start, &trial, settings)?,
    })
}

/// Decodes a game from the readings of a simulated sensor.
fn follow<P: MoveGen>(
    start: &P,
    truth: &[(Color, P::Move)],
    settings: &Settings,
) -> Result<Trial, SearchError> {
    let moves: Vec<P::Move> = truth.iter().map(|&(_, mv)| mv).collect();
    let readings = NoisySensor::default().watch(start, &moves);
    let found = decode(start, &readings, settings)?;
    // Moves that are found as passes appear in the side to move.
    let mut position = start.clone();
    let mut shown = Vec::new();
    for &(side, mv) in truth {
        if !is_pass(&position, mv) {
            shown.push((side, mv));
        }
        position.play(mv);
    }
    Ok(Trial {
        moves: shown.len(),
        right: common(&shown, &found.moves()),
        followed: found.followed,
    })
}

/// The length of the longest common subsequence.
fn common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (i, y) in b.iter().enumerate() {
            let both = diagonal + usize::from(x == y);
            diagonal = row[i + 1];
            row[i + 1] = both.max(row[i]).max(diagonal);
        }
    }
    row[b.len()]
}

/// Whether a move only gives the turn to the other side.
fn is_pass<P: MoveGen>(position: &P, mv: P::Move) -> bool {
    let mut found = Vec::new();
    changes(position, mv, &mut found);
    let (mut played, mut given) = (position.clone(), position.clone());
    played.play(mv);
    given.set_to_move(!position.to_move());
    found.is_empty() && played.key() == given.key()
}

/// Statistics of the plies of random games.
struct Tally {
    /// Side of every content.
    owner: Vec<u8>,
    plies: usize,
    /// Plies that break an assumption, and their cost in nats.
    unseen: usize,
    several: (usize, f64),
    passes: (usize, f64),
    unowned: usize,
    foreign: usize,
}

impl Tally {
    fn new<P: MoveGen>() -> Self {
        Tally {
            owner: owners::<P::Cell>(),
            plies: 0,
            unseen: 0,
            several: (0, 0.0),
            passes: (0, 0.0),
            unowned: 0,
            foreign: 0,
        }
    }

    /// A random move, a pass only if there is no other; among those that look the same, the first.
    fn pick<P: MoveGen>(&self, position: &P, random: u64) -> Option<P::Move> {
        let mut looks: Vec<(P::Move, Vec<Change>)> = Vec::new();
        let mut pass = None;
        let _: ControlFlow<()> = position.visit_legal(|mv| {
            let mut found = Vec::new();
            changes(position, mv, &mut found);
            if is_pass(position, mv) {
                pass = Some(mv);
            } else if found.is_empty() || looks.iter().all(|look| look.1 != found) {
                looks.push((mv, found));
            }
            ControlFlow::Continue(())
        });
        match looks.len() as u64 {
            0 => pass,
            n => Some(looks[(random % n) as usize].0),
        }
    }

    fn note<P: MoveGen>(&mut self, position: &P, mv: P::Move, model: &Model) {
        self.plies += 1;
        if is_pass(position, mv) {
            self.passes.0 += 1;
            self.passes.1 += f64::from(model.pass);
            return;
        }
        let mut found = Vec::new();
        changes(position, mv, &mut found);
        if home(&found).is_none() {
            self.unseen += 1;
            return;
        }
        let all = pieces(&found);
        if all.arrivals > 1 {
            let one = Pieces { arrivals: 1, ..all };
            self.several.0 += 1;
            self.several.1 += model.pieces_price(all) - model.pieces_price(one);
        }
        let nobodys = |content: u8| content != 0 && self.owner[usize::from(content)] > 1;
        let unowned = found.iter().any(|c| nobodys(c.first) || nobodys(c.last));
        self.unowned += usize::from(unowned);
        let effects = Effects::of(position.to_move(), &found, &self.owner);
        self.foreign += usize::from(effects.turns_foreign);
    }

    fn breaches(&self) -> Vec<Breach> {
        let mean = |(plies, nats): (usize, f64)| Harm::Nats(nats / plies as f64);
        let all = [
            (Assumption::MovesShow, self.unseen, Harm::NotFound),
            (Assumption::OneArrival, self.several.0, mean(self.several)),
            (Assumption::NoForcedPass, self.passes.0, mean(self.passes)),
            (Assumption::OwnedPieces, self.unowned, Harm::LooseBound),
            (Assumption::TurnedToOwn, self.foreign, Harm::LooseBound),
        ];
        let counts = |&(_, plies, harm): &(Assumption, usize, Harm)| {
            plies > 0 && (harm == Harm::NotFound || RARE * plies >= self.plies)
        };
        let breaches = all.into_iter().filter(counts);
        let breaches = breaches.map(|(assumption, plies, harm)| Breach {
            assumption,
            plies,
            harm,
        });
        breaches.collect()
    }
}
