use std::collections::VecDeque;

use board_core::{Board, MoveGen, Occupancy, Timing};

use crate::noise::{normal, uniform};

/// How a game is distributed over photos.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptOptions {
    /// Number of photos; must exceed the number of moves.
    pub photos: usize,
    /// Fraction of the photos with a hand over the board.
    pub hands: f32,
    /// Whether captured stones are removed one in each photo, rather than all with the move.
    pub lag: bool,
    /// Seed of the random choices.
    pub seed: u64,
}

/// A hand over the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandPose {
    /// Column and row of the fingertips.
    pub tip: [f32; 2],
    /// Direction that the arm comes from, in radians in board coordinates.
    pub from: f32,
    /// Number of the person, which decides the colour of skin and sleeve.
    pub person: u64,
}

impl HandPose {
    /// Whether it reaches over a board of `cols` × `rows` points, not only over its frame or the table.
    #[must_use]
    pub fn is_over(&self, cols: usize, rows: usize) -> bool {
        let [col, row] = self.tip;
        let within = |at: f32, count: usize| at > -0.5 && at < count as f32 - 0.5;
        within(col, cols) && within(row, rows)
    }
}

/// The state of the table in one photo.
#[derive(Clone, Debug, PartialEq)]
pub struct TableFrame {
    /// Content of each point, row by row, including captured stones that are not removed yet.
    pub contents: Vec<Occupancy>,
    /// For each point, a number that changes with every stone on it, and decides the stone's exact position.
    pub stone: Vec<u32>,
    /// Number of moves played.
    pub plies: usize,
    /// A hand over the board, if any.
    pub hand: Option<HandPose>,
}

impl TableFrame {
    /// An empty board.
    #[must_use]
    pub fn bare(size: usize) -> Self {
        let n = size * size;
        Self {
            contents: vec![Occupancy::Empty; n],
            stone: vec![0; n],
            plies: 0,
            hand: None,
        }
    }

    /// The table with a position.
    #[must_use]
    pub fn of(position: &impl Board<Cell = Occupancy>) -> Self {
        Self {
            contents: position.cells().collect(),
            stone: vec![0; position.points()],
            plies: 0,
            hand: None,
        }
    }
}

/// Distributes a game over photos.
///
/// Moves come at irregular times, at most one between two photos; the first photo shows the start. With
/// [`lag`](ScriptOptions::lag), captured stones are removed one in each photo while the game continues. Hands appear
/// first in photos with moves, then in others. If there are not more photos than moves, the last moves are not shown.
#[must_use]
pub fn script<P: MoveGen<Cell = Occupancy>>(
    start: &P,
    moves: &[P::Move],
    settings: &ScriptOptions,
) -> Vec<TableFrame> {
    let photos = settings.photos;
    let seed = settings.seed;
    // The photos after which a move happens, chosen at random, one for each move. The end is shown a few times if there
    // are enough photos.
    let end = photos.saturating_sub(3).max(moves.len() + 1).min(photos);
    let mut order: Vec<usize> = (1..end).collect();
    order.sort_by(|&a, &b| uniform(seed, 1, a as u64).total_cmp(&uniform(seed, 1, b as u64)));
    order.truncate(moves.len());
    order.sort_unstable();
    let mut moving = vec![false; photos];
    order.iter().for_each(|&i| moving[i] = true);

    let width = (start.points() as f64).sqrt().round() as usize;
    let mut position = start.clone();
    let mut frame = TableFrame::of(start);
    let mut owed: VecDeque<usize> = VecDeque::new();
    let mut frames = Vec::with_capacity(photos);
    let mut tips = Vec::with_capacity(photos);
    for &moves_now in &moving {
        let mut tip = None;
        if let Some(point) = owed.pop_front() {
            frame.contents[point] = position.get(point);
            tip = Some(point);
        }
        if moves_now && frame.plies < moves.len() {
            let mv = moves[frame.plies];
            frame.plies += 1;
            let number = frame.plies as u32;
            let mut gone = Vec::new();
            position.visit_changes(mv, |change| {
                if settings.lag && change.timing == Timing::Lagging {
                    gone.push(change.point);
                } else {
                    frame.contents[change.point] = change.after;
                    frame.stone[change.point] = number;
                    tip = Some(change.point);
                }
            });
            position.play(mv);
            // A stone played on a point whose captured stone is still there replaces it.
            owed.retain(|&p| frame.contents[p] != position.get(p));
            owed.extend(gone);
        }
        frames.push(frame.clone());
        tips.push(tip);
    }
    add_hands(&mut frames, &tips, width, settings);
    frames
}

/// Adds hands to the photos: first where a stone was just moved, then anywhere.
fn add_hands(
    frames: &mut [TableFrame],
    tips: &[Option<usize>],
    width: usize,
    settings: &ScriptOptions,
) {
    let seed = settings.seed;
    let wanted = (settings.hands * frames.len() as f32).ceil() as usize;
    let mut order: Vec<usize> = (0..frames.len()).collect();
    order.sort_by(|&a, &b| {
        let key = |i: usize| uniform(seed, 2, i as u64) + if tips[i].is_some() { 0.0 } else { 0.6 };
        key(a).total_cmp(&key(b))
    });
    for &i in order.iter().take(wanted) {
        let n = i as u64;
        let centre = (width - 1) as f32 / 2.0;
        let tip = match tips[i] {
            Some(p) => [(p % width) as f32, (p / width) as f32],
            None => [0, 1].map(|k| centre + 0.4 * width as f32 * normal(seed, 3 + k, n)),
        };
        // The hand has just released the stone: it is slightly beside it.
        let tip = [
            tip[0] + 0.8 * normal(seed, 6, n),
            tip[1] + 0.8 * normal(seed, 7, n),
        ];
        let person = u64::from(frames[i].plies % 2 == 1);
        let from = if person == 0 { 1.6 } else { -1.6 } + 0.5 * normal(seed, 8, n);
        frames[i].hand = Some(HandPose { tip, from, person });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_core::{Color, MoveGen};
    use go_rules::{Move, Position, Size};

    /// Black captures two stones with the fifth move.
    fn capture() -> (Position, Vec<Move>) {
        let size = Size::square(9).unwrap();
        let names = [
            "C3", "D3", "C4", "D4", "D5", "A9", "E4", "B9", "E3", "C9", "D2", "D9",
        ];
        (
            Position::initial(size),
            names.iter().map(|n| size.parse_gtp(n).unwrap()).collect(),
        )
    }

    #[test]
    fn the_number_of_photos_and_hands_is_as_asked_and_the_end_is_the_games() {
        let (start, moves) = capture();
        let settings = ScriptOptions {
            photos: 40,
            hands: 0.35,
            lag: true,
            seed: 3,
        };
        let frames = script(&start, &moves, &settings);
        assert_eq!(frames.len(), 40);
        assert_eq!(frames.iter().filter(|f| f.hand.is_some()).count(), 14);
        assert!(frames[0].contents.iter().all(|c| *c == Occupancy::Empty));
        let mut end = start;
        for mv in &moves {
            end.play(*mv);
        }
        assert_eq!(end.captures(Color::Black) + end.captures(Color::White), 2);
        assert_eq!(frames[39].contents, end.contents());
        for pair in frames.windows(2) {
            assert!(
                pair[1].plies - pair[0].plies <= 1,
                "one move between photos"
            );
        }
    }

    #[test]
    fn a_hand_beside_the_squares_is_not_over_them() {
        let at = |tip| HandPose {
            tip,
            from: 0.0,
            person: 0,
        };
        let over = |tip| at(tip).is_over(8, 10);
        assert!(over([0.0, 0.0]) && over([7.4, 9.4]));
        assert!(!over([-0.6, 3.0]) && !over([7.6, 3.0]));
        assert!(!over([3.0, -0.6]) && !over([3.0, 9.6]));
    }

    #[test]
    fn captured_stones_leave_one_a_photo() {
        let (start, moves) = capture();
        let white = |f: &TableFrame| {
            f.contents
                .iter()
                .filter(|c| **c == Occupancy::White)
                .count()
        };
        for lag in [false, true] {
            let settings = ScriptOptions {
                photos: 60,
                hands: 0.0,
                lag,
                seed: 1,
            };
            let frames = script(&start, &moves, &settings);
            let most = frames
                .windows(2)
                .map(|w| white(&w[0]).saturating_sub(white(&w[1])))
                .max();
            assert_eq!(most, Some(if lag { 1 } else { 2 }));
        }
    }
}
