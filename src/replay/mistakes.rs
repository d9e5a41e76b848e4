//! Games of draughts in which mistakes are made, as tables for the simulator: what a referee who watches
//! photos is tried on.

use ::referee::checkers::Checkers;
use ::referee::{Referee, Sight, Steady};
use board_core::zobrist::splitmix64;
use board_core::{Color, MoveGen};
use board_sim::pieces::{Figure, Frame, Placement, Scene, script};
use checkers_rules::{Game, Position, pdn};

use super::{Error, Rendered, pieces};
use crate::games::pieces::{Options, SquareGame};
use crate::referee;

/// Something that a player does to the table and must not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A move by the side whose turn it is not.
    OtherSide,
    /// A man of the side to move goes where it cannot go.
    NoMove,
    /// A man steps on although something must be taken.
    NothingTaken,
    /// One man more on a square that men stand on.
    Added,
    /// A man of the side to move beside such squares, on the other shade.
    OtherShade,
    /// A man is taken off that nobody took.
    TakenOff,
}

impl Mistake {
    /// All of them.
    pub const ALL: [Mistake; 6] = [
        Mistake::OtherSide,
        Mistake::NoMove,
        Mistake::NothingTaken,
        Mistake::Added,
        Mistake::OtherShade,
        Mistake::TakenOff,
    ];

    /// The table after this was done instead of a move, one way of many by `seed`; `None` where it cannot
    /// be done in this position.
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
        let (own, bare) = (of(Some(side)), of(None));
        let after = |position: &Position, mv| {
            let mut position = *position;
            position.play(mv);
            position.placement()
        };
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
                let (from, to) = (pick(&own, 1)?, pick(&bare, 2)?);
                table[to] = table[from].take();
            }
            Mistake::NothingTaken => {
                let count = |table: &Placement| table.iter().flatten().count();
                let moves = position.legal_moves();
                let taken = count(&after(position, *moves.first()?)) < count(&before);
                let near = |from: usize, to: usize| {
                    let off = |a: usize, b: usize| a.abs_diff(b) == 1;
                    off(from / width, to / width) && off(from % width, to % width)
                };
                let steps: Vec<(usize, usize)> = own
                    .iter()
                    .flat_map(|&from| bare.iter().map(move |&to| (from, to)))
                    .filter(|&(from, to)| taken && near(from, to))
                    .collect();
                let (from, to) = *steps.get(splitmix64(seed, 1) as usize % steps.len().max(1))?;
                table[to] = table[from].take();
            }
            Mistake::Added => {
                let like = pick(&of(Some([side, !side][seed as usize % 2])), 1)?;
                table[pick(&bare, 2)?] = before[like];
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

/// When mistakes are made, and for how long they stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// Plies from one mistake to the next.
    pub every: usize,
    /// Photos that show each mistake.
    pub shown: usize,
    /// Photos that show the board put back; 0 if the right move is made at once.
    pub restored: usize,
    /// Photos that show each position of the game.
    pub usual: usize,
    /// Whether the last mistake is not put back: the players go on as if nothing had been.
    pub ends_wrong: bool,
    /// Plies of the game at most.
    pub plies: usize,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            every: 5,
            shown: 3,
            restored: 2,
            usual: 1,
            ends_wrong: false,
            plies: usize::MAX,
        }
    }
}

/// The tables of a game with mistakes, one a photo, and which mistakes they are, with the first photo
/// of each. All kinds come in turns, where the position allows.
#[must_use]
pub fn tables(
    record: &pdn::Record,
    habits: &Habits,
    seed: u64,
) -> (Vec<Placement>, Vec<(usize, Mistake)>) {
    let (mut position, mut moves) = Position::played(record);
    moves.truncate(habits.plies);
    let (mut tables, mut made) = (Vec::new(), Vec::new());
    let show = |tables: &mut Vec<Placement>, table: &Placement, times: usize| {
        tables.extend(std::iter::repeat_n(table.clone(), times));
    };
    show(&mut tables, &position.placement(), habits.usual.max(1));
    let mut waited = 0;
    // What is wrong to the end: these squares hold this.
    let mut wrong: Vec<(usize, Option<Figure>)> = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        waited += 1;
        let last = ply + habits.every >= moves.len();
        let kinds = (0..Mistake::ALL.len()).map(|k| Mistake::ALL[(made.len() + k) % 6]);
        let mut ways = kinds.filter_map(|kind| {
            let table = kind.table(&position, splitmix64(seed, ply as u64))?;
            Some((kind, table))
        });
        let mistake = (waited >= habits.every && wrong.is_empty()).then(|| ways.next());
        if let Some((kind, table)) = mistake.flatten() {
            waited = 0;
            made.push((tables.len(), kind));
            show(&mut tables, &table, habits.shown);
            let before = position.placement();
            if last && habits.ends_wrong {
                let differ = (0..table.len()).filter(|&p| table[p] != before[p]);
                wrong = differ.map(|p| (p, table[p])).collect();
            } else {
                show(&mut tables, &before, habits.restored);
            }
        }
        position.play(*mv);
        let mut table = position.placement();
        for (point, figure) in &wrong {
            table[*point] = *figure;
        }
        show(&mut tables, &table, habits.usual);
    }
    (tables, made)
}

/// What the referee said to photos of a game with mistakes, and what it says to the tables themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// To the photos.
    pub photos: Vec<String>,
    /// To the tables.
    pub tables: Vec<String>,
    /// The mistakes that were made, with the first photo of each, from 0.
    pub mistakes: Vec<(usize, Mistake)>,
}

/// Photographs a game with mistakes in a scene and asks the referee, as `kibitzer referee` does.
///
/// # Errors
/// Whatever [`pieces::recorded`] says.
pub fn trial(
    record: &pdn::Record,
    habits: &Habits,
    scene: &Scene,
    seed: u64,
) -> Result<Trial, Error> {
    let (tables, mistakes) = tables(record, habits, seed);
    let start = Position::played(record).0;
    let scene = start.on_board(scene.clone());
    let mut paced = scene.clone();
    (paced.pace.plies, paced.pace.repeat) = ([1, 1], 0.0);
    let frames: Vec<Frame> = script(&tables, &paced, seed)?;
    let mut options = Options::from(start);
    options.search.method = referee::method();
    let seen = pieces::recorded(&options, &frames, &scene, seed)?;
    let game = |start| Checkers::from(Game::new(start));
    let said = referee::photos(&seen, game(seen.start), &referee::Options::default());
    let said = said.map_err(crate::Error::from)?;
    // The same referee, shown the tables.
    let film = referee::is_film(&seen);
    let (window, agree) = referee::usual_window(film);
    let mut steady = Steady::new(window, agree).map_err(crate::Error::from)?;
    let mut referee = Referee::following(game(start)).with_settings(referee::usual_settings(film));
    let mut wanted = Vec::new();
    for table in &tables {
        let table: Vec<Sight<_>> = table.iter().map(|&f| Figure::occupancy(f).into()).collect();
        if let Some(table) = steady.push(Some(table)) {
            wanted.extend(referee.see(table).unwrap_or_default());
        }
    }
    wanted.extend(referee.conclude());
    Ok(Trial {
        photos: said.into_iter().map(|said| said.text).collect(),
        tables: wanted.iter().map(ToString::to_string).collect(),
        mistakes,
    })
}
