//! Simulated games of draughts with mistakes, to test the referee on photos.

use ::referee::checkers::Checkers;
use ::referee::{MajorityFilter, Observed, Referee};
use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen};
use board_sim::pieces::{Figure, Frame, Placement, Scene, script};
use checkers_rules::{Game, Position, pdn};

use super::{Error, Rendered, pieces};
use crate::games::pieces::{self as squares, SquareGame};
use crate::{RecorderOptions, referee};

/// A mistake: an illegal change of the table by a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A move by the side that is not to move.
    OtherSide,
    /// A man of the side to move goes to a square it cannot reach.
    NoMove,
    /// A man moves without capturing although a capture is mandatory.
    NothingTaken,
    /// A man is added on a dark square.
    Added,
    /// A man of the side to move is put on a light square.
    OtherShade,
    /// A man is removed that was not captured.
    TakenOff,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Mistake; 6] = [
        Mistake::OtherSide,
        Mistake::NoMove,
        Mistake::NothingTaken,
        Mistake::Added,
        Mistake::OtherShade,
        Mistake::TakenOff,
    ];

    /// The table after this mistake instead of a move, one of many chosen by `seed`. `None` if it is impossible in this
    /// position.
    #[must_use]
    pub fn table(self, position: &Position, seed: u64) -> Option<Placement> {
        let before = position.placement();
        let side = position.to_move();
        let width = before.len().isqrt();
        let pick = |list: &[usize], what: u64| {
            let at = splitmix64(seed, what) as usize % list.len().max(1);
            list.get(at).copied()
        };
        let dark = |&p: &usize| position.rules().variant.square_at(p).is_some();
        let of = |color: Option<Color>| -> Vec<usize> {
            (0..before.len())
                .filter(dark)
                .filter(|&p| before[p].map(|f| f.color) == color)
                .collect()
        };
        let (own, empty) = (of(Some(side)), of(None));
        let mut table = before.clone();
        match self {
            Mistake::OtherSide => {
                let mut position = *position;
                position.set_to_move(!side);
                let moves = position.legal_moves();
                let at = splitmix64(seed, 1) as usize % moves.len().max(1);
                return moves.get(at).map(|mv| after(&position, *mv));
            }
            Mistake::NoMove => {
                let (from, to) = (pick(&own, 1)?, pick(&empty, 2)?);
                table[to] = table[from].take();
            }
            Mistake::NothingTaken => {
                let must_take = must_take(position);
                let steps = steps(&own, &empty, width);
                let step = splitmix64(seed, 1) as usize % steps.len().max(1);
                let (from, to) = *steps.get(step).filter(|_| must_take)?;
                table[to] = table[from].take();
            }
            Mistake::Added => {
                let like = pick(&of(Some([side, !side][seed as usize % 2])), 1)?;
                table[pick(&empty, 2)?] = before[like];
            }
            Mistake::OtherShade => {
                let from = pick(&own, 1)?;
                let beside = if (from + 1) % width == 0 {
                    from - 1
                } else {
                    from + 1
                };
                table[beside] = table[from].take();
            }
            Mistake::TakenOff => {
                let there: Vec<usize> =
                    (0..before.len()).filter(|&p| before[p].is_some()).collect();
                table[pick(&there, 1)?] = None;
            }
        }
        let legal = position.legal_moves();
        let is_move = legal.iter().any(|mv| after(position, *mv) == table);
        (!is_move && table != before).then_some(table)
    }
}

/// The table after a legal move.
fn after(position: &Position, mv: <Position as MoveGen>::Move) -> Placement {
    let mut position = *position;
    position.play(mv);
    position.placement()
}

/// Whether a capture is mandatory for the side to move.
fn must_take(position: &Position) -> bool {
    let count = |table: Placement| table.into_iter().flatten().count();
    let moves = position.legal_moves();
    let first = moves.first();
    first.is_some_and(|mv| count(after(position, *mv)) < count(position.placement()))
}

/// All pairs of a square in `from` and a diagonal neighbour in `to`.
fn steps(from: &[usize], to: &[usize], width: usize) -> Vec<(usize, usize)> {
    let near = |from: usize, to: usize| {
        let off = |a: usize, b: usize| a.abs_diff(b) == 1;
        off(from / width, to / width) && off(from % width, to % width)
    };
    let pairs = from
        .iter()
        .flat_map(|&from| to.iter().map(move |&to| (from, to)));
    pairs.filter(|&(from, to)| near(from, to)).collect()
}

/// Options of a simulated game with mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Number of plies from one mistake to the next.
    pub every: usize,
    /// Number of photos that show each mistake.
    pub photos: usize,
    /// Number of photos that show the restored board; 0 if the right move is made at once.
    pub restored: usize,
    /// Number of photos that show each other position.
    pub pace: usize,
    /// Whether the last mistake stays on the board while the game continues.
    pub ends_wrong: bool,
    /// Most plies of the game.
    pub plies: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            every: 5,
            photos: 3,
            restored: 2,
            pace: 1,
            ends_wrong: false,
            plies: usize::MAX,
        }
    }
}

/// The tables of a game with mistakes, one a photo, and the mistakes with the first photo of each. All kinds of
/// mistakes take turns, as far as the positions allow.
#[must_use]
pub fn tables(
    record: &pdn::Record,
    options: &Options,
    seed: u64,
) -> (Vec<Placement>, Vec<(usize, Mistake)>) {
    let (mut position, mut moves) = Position::played(record);
    moves.truncate(options.plies);
    let (mut tables, mut made) = (Vec::new(), Vec::new());
    let show = |tables: &mut Vec<Placement>, table: &Placement, times: usize| {
        tables.extend(std::iter::repeat_n(table.clone(), times));
    };
    show(&mut tables, &position.placement(), options.pace.max(1));
    let mut waited = 0;
    // The wrong contents that stay to the end.
    let mut wrong: Vec<(usize, Option<Figure>)> = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        waited += 1;
        let last = ply + options.every >= moves.len();
        let kinds = (0..Mistake::ALL.len()).map(|k| Mistake::ALL[(made.len() + k) % 6]);
        let mut possible = kinds.filter_map(|kind| {
            let table = kind.table(&position, splitmix64(seed, ply as u64))?;
            Some((kind, table))
        });
        let mistake = (waited >= options.every && wrong.is_empty()).then(|| possible.next());
        if let Some((kind, table)) = mistake.flatten() {
            waited = 0;
            made.push((tables.len(), kind));
            show(&mut tables, &table, options.photos);
            let before = position.placement();
            if last && options.ends_wrong {
                let differ = (0..table.len()).filter(|&p| table[p] != before[p]);
                wrong = differ.map(|p| (p, table[p])).collect();
            } else {
                show(&mut tables, &before, options.restored);
            }
        }
        position.play(*mv);
        let mut table = position.placement();
        for (point, figure) in &wrong {
            table[*point] = *figure;
        }
        show(&mut tables, &table, options.pace);
    }
    (tables, made)
}

/// The rulings on photos of a game with mistakes, and those on the true tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Rulings on the photos.
    pub photos: Vec<String>,
    /// Rulings on the true tables.
    pub tables: Vec<String>,
    /// The mistakes with the first photo of each, from 0.
    pub mistakes: Vec<(usize, Mistake)>,
}

/// Renders a game with mistakes in a scene and judges the photos, as `kibitzer referee` does.
///
/// # Errors
/// The errors of [`pieces::recorded`].
pub fn trial(
    record: &pdn::Record,
    options: &Options,
    scene: &Scene,
    seed: u64,
) -> Result<Trial, Error> {
    let (tables, mistakes) = tables(record, options, seed);
    let start = Position::played(record).0;
    let scene = start.on_board(scene.clone());
    let mut paced = scene.clone();
    (paced.pace.plies, paced.pace.repeat) = ([1, 1], 0.0);
    let frames: Vec<Frame> = script(&tables, &paced, seed)?;
    let mut recorder = squares::Options::from(start);
    recorder.search.method = referee::method();
    let how = RecorderOptions::default();
    let seen = pieces::recorded(&recorder, &how, &frames, &scene, seed)?;
    let game = |start| Checkers::from(Game::new(start));
    let rulings = referee::judge_photos(&seen, game(seen.start), &referee::Options::default());
    let rulings = rulings.map_err(crate::Error::from)?;
    // The same referee, shown the tables.
    let film = referee::is_film(&seen);
    let (window, agree) = referee::default_window(film);
    let mut filter = MajorityFilter::new(window, agree).map_err(crate::Error::from)?;
    let mut referee = Referee::following(game(start)).with_options(referee::default_options(film));
    let mut wanted = Vec::new();
    for table in &tables {
        let table: Vec<Observed<_>> = table.iter().map(|&f| Figure::occupancy(f).into()).collect();
        if let Some(table) = filter.push(Some(table)) {
            wanted.extend(referee.see(table).unwrap_or_default());
        }
    }
    wanted.extend(referee.conclude());
    Ok(Trial {
        photos: rulings.into_iter().map(|ruling| ruling.text).collect(),
        tables: wanted.iter().map(ToString::to_string).collect(),
        mistakes,
    })
}
