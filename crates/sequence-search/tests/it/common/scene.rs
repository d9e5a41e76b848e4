use board_core::laws::legal_moves;
use board_core::{Board, Cell, Color, MoveGen, Occupancy, Timing};

use super::capture::Stones;
use super::{Rng, Series};

/// A simulated game and how the camera sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene {
    pub size: usize,
    pub moves: usize,
    pub frames: usize,
    /// Probability that a visible point of a frame is misread.
    pub errors: f64,
    /// Stones faked by a glare, each for `glare_frames`.
    pub glares: usize,
    pub glare_frames: usize,
    /// Whether hands hide a quarter of the board in a third of the frames.
    pub hands: bool,
    /// Moves in one gap at most.
    pub per_gap: usize,
    /// Chance per frame that a captured stone still on the table is taken off.
    pub leaves: f64,
}

/// The paper's Table 1: name, moves, photos, stones seen by its photo-by-photo classifier that
/// were not there.
pub const PAPER: [(&str, usize, usize, usize); 4] = [
    ("game 1", 31, 63, 65),
    ("game 2", 70, 337, 414),
    ("game 3", 115, 325, 110),
    ("game 4", 49, 139, 61),
];

impl Scene {
    pub const fn clean(size: usize, moves: usize, frames: usize) -> Self {
        Scene {
            size,
            moves,
            frames,
            errors: 0.0,
            glares: 0,
            glare_frames: 30,
            hands: false,
            per_gap: 1,
            leaves: 0.5,
        }
    }

    /// One of the paper's games with misread points, glares and hands.
    pub const fn paper(moves: usize, frames: usize) -> Self {
        Scene {
            errors: 0.006,
            glares: 2,
            hands: true,
            ..Scene::clean(19, moves, frames)
        }
    }
}

/// A scene played: the truth and the evidence.
pub struct Played {
    pub start: Stones,
    /// Move, and first frame after it.
    pub moves: Vec<(u16, usize)>,
    /// What stands on the table in each frame.
    pub tables: Vec<Vec<Occupancy>>,
    pub evidence: Series,
    /// Stones that are the best content of a point where none is.
    pub nonexistent: usize,
}

/// Plays near what is there, so that there is contact and stones get captured; prefers captures.
fn next_move(board: &Stones, rng: &mut Rng) -> Option<u16> {
    let legal = legal_moves(board);
    let mut best = None;
    for _ in 0..12 {
        let mv = *legal.get(rng.below(legal.len().max(1)))?;
        let mut changes = 0;
        board.visit_changes(mv, |_| changes += 1);
        let stones = |p: u16| {
            let near = board.neighbours(usize::from(p));
            near.filter(|&q| board.get(q) != Occupancy::Empty).count()
        };
        let own = Occupancy::from(board.to_move());
        let eye = board
            .neighbours(usize::from(mv))
            .all(|q| board.get(q) == own);
        let score = changes * 10 + [0, 4, 3, 1, 0][stones(mv)] - usize::from(eye);
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// When the moves fall: distinct gaps while they last, none in the last frames, where too little
/// would be seen of them.
fn times(scene: &Scene, rng: &mut Rng) -> Vec<usize> {
    let last = scene.frames - 4.min(scene.frames / 4);
    let mut gaps: Vec<usize> = (0..last * scene.per_gap)
        .map(|i| i / scene.per_gap)
        .collect();
    assert!(gaps.len() >= scene.moves, "too many moves for the frames");
    for i in 0..scene.moves {
        let j = i + rng.below(gaps.len() - i);
        gaps.swap(i, j);
    }
    gaps.truncate(scene.moves);
    gaps.sort_unstable();
    gaps
}

/// Plays a scene.
pub fn play(scene: &Scene, seed: u64) -> Played {
    let mut rng = Rng::new(seed);
    let start = Stones::new(scene.size);
    let points = start.points();
    let times = times(scene, &mut rng);

    // The game and the table.
    let mut board = start.clone();
    let mut moves: Vec<(u16, usize)> = Vec::new();
    let mut table = vec![Occupancy::Empty; points];
    let mut leaving: Vec<usize> = Vec::new();
    let mut tables = Vec::with_capacity(scene.frames);
    for frame in 0..scene.frames {
        leaving.retain(|&p| {
            let gone = rng.unit() < scene.leaves;
            if gone {
                table[p] = Occupancy::Empty;
            }
            !gone
        });
        while moves.len() < times.len() && times[moves.len()] == frame {
            let mv = next_move(&board, &mut rng).expect("a board that is not full");
            board.visit_changes(mv, |change| {
                if change.timing == Timing::WithMove {
                    table[change.point] = change.after;
                    leaving.retain(|&p| p != change.point);
                } else {
                    leaving.push(change.point);
                }
            });
            board.play(mv);
            moves.push((mv, frame));
        }
        tables.push(table.clone());
    }

    // Glares sit where no stone ever comes, and end before the series does.
    let mut seen = tables.clone();
    for _ in 0..scene.glares {
        let free: Vec<usize> = (0..points)
            .filter(|&p| tables.iter().all(|t| t[p] == Occupancy::Empty))
            .collect();
        let latest = scene
            .frames
            .saturating_sub(scene.glare_frames + scene.frames / 3);
        let (point, begin) = (free[rng.below(free.len())], rng.below(latest.max(1)));
        let color = Color::BOTH[rng.below(2)];
        for table in seen.iter_mut().skip(begin).take(scene.glare_frames) {
            table[point] = color.into();
        }
    }

    // Hands come in runs of frames, over some quarter of the board.
    let mut hand: Option<(usize, usize, usize)> = None;
    let mut costs = Vec::with_capacity(scene.frames);
    let mut nonexistent = 0;
    for (frame, seen) in seen.iter().enumerate() {
        hand = match hand {
            Some((left, row, col)) if left > 1 && frame + 4 < scene.frames => {
                Some((left - 1, row, col))
            }
            _ if scene.hands && frame + 4 < scene.frames && rng.unit() < 0.17 => {
                let half = scene.size.div_ceil(2);
                let (row, col) = (rng.below(scene.size - half), rng.below(scene.size - half));
                Some((1 + rng.below(5), row, col))
            }
            _ => None,
        };
        let mut row = Vec::with_capacity(points * 3);
        for (p, &seen) in seen.iter().enumerate() {
            let half = scene.size.div_ceil(2);
            if let Some((_, top, left)) = hand
                && (top..top + half).contains(&(p / scene.size))
                && (left..left + half).contains(&(p % scene.size))
            {
                row.extend([f32::NAN; 3]);
                continue;
            }
            let mut shown = seen;
            if rng.unit() < scene.errors {
                shown = Occupancy::ALL[(seen.index() + 1 + rng.below(2)) % 3];
            }
            let doubt = if shown == tables[frame][p] { 5.0 } else { 3.0 };
            nonexistent +=
                usize::from(shown != Occupancy::Empty && tables[frame][p] == Occupancy::Empty);
            row.extend(Occupancy::ALL.iter().map(|&cell| {
                if cell == shown {
                    0.0
                } else {
                    (doubt + rng.normal()).clamp(0.3, 9.0) as f32
                }
            }));
        }
        costs.push(row);
    }
    Played {
        start,
        moves,
        tables,
        evidence: Series {
            points,
            costs,
            unchanged: Vec::new(),
        },
        nonexistent,
    }
}

impl Played {
    /// What the decoder gets wrong: moves missing, moves too many, and neighbours in the truth
    /// whose order is reversed although the camera could tell it.
    pub fn mistakes(&self, decoded: &[u16]) -> usize {
        let mut left: Vec<u16> = decoded.to_vec();
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut missing = 0;
        let mut from = 0;
        for (i, &(mv, _)) in self.moves.iter().enumerate() {
            // The same point may be played several times.
            let times_before = self.moves[..i].iter().filter(|m| m.0 == mv).count();
            let mut places = decoded.iter().enumerate().filter(|(_, m)| **m == mv);
            match places.nth(times_before) {
                Some((at, _)) => {
                    found.push((i, at));
                    let gone = left.iter().position(|&m| m == mv);
                    gone.map(|gone| left.remove(gone));
                }
                None => missing += 1,
            }
            from = from.max(i);
        }
        let mut reversed = 0;
        for (n, &(i, at)) in found.iter().enumerate() {
            for &(j, later) in &found[n + 1..] {
                reversed += usize::from(later < at && self.order_seen(i, j));
            }
        }
        missing + left.len() + reversed
    }

    /// Whether some frame between moves `i` and `j` shows both points, and neither misread.
    fn order_seen(&self, i: usize, j: usize) -> bool {
        let ((a, begin), (b, end)) = (self.moves[i], self.moves[j]);
        let told = |f: usize, p: u16| {
            let p = usize::from(p);
            self.evidence.costs[f][p * 3 + self.tables[f][p].index()] == 0.0
        };
        (begin..end).any(|f| told(f, a) && told(f, b))
    }
}
