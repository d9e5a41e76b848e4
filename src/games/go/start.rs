//! The start of a game of Go in its photos.

use board_core::{Color, Evidence, MoveGen, Observation, Occupancy};
use go_rules::{Move, Position, PositionError, Size};

use super::notation::{count_stones, is_handicap};
use crate::game::{STARTING, Start};
use crate::warning::{Warning, WarningKind};

/// The first frame from `end` on with which the next game may start: the first that shows an empty board, or else the
/// first whose stones stand still in the next two, in which at most a stone each may be new.
pub(super) fn next_start(evidence: &Evidence, end: usize) -> Option<usize> {
    /// Most points that may be misread.
    const WRONG: usize = 1;
    let table = |frame: usize| (0..evidence.points()).map(move |p| evidence.best(frame, p));
    let is_stone = |content: &Option<Occupancy>| content.is_some_and(|c| c != Occupancy::Empty);
    let bare = |&frame: &usize| table(frame).filter(is_stone).count() <= WRONG;
    let still = |&frame: &usize| {
        let is_continued = |later: usize| {
            let pairs = table(frame).zip(table(frame + later));
            let differ = pairs
                .filter_map(|(a, b)| Some((a?, b?)))
                .filter(|(a, b)| a != b);
            let (new, wrong): (Vec<_>, Vec<_>) =
                differ.partition(|(before, _)| *before == Occupancy::Empty);
            new.len() <= later && wrong.len() <= WRONG
        };
        frame + STARTING <= evidence.frames() && (1..STARTING).all(is_continued)
    };
    let frames = end..evidence.frames();
    frames
        .clone()
        .find(bare)
        .or_else(|| frames.clone().find(still))
}

/// The start of a game in the evidence from a frame on.
pub(super) fn start_at(evidence: &Evidence, frame: usize) -> Option<Start<Position>> {
    let size = Size::square(evidence.points().isqrt()).ok()?;
    Some(Start {
        frame,
        position: starting_position(&evidence.since(frame), size, &mut Vec::new()),
        orientation: 0,
        mid_game: false,
    })
}

/// The start position: empty, or the stones of the first frames.
pub(super) fn starting_position(
    evidence: &Evidence,
    size: Size,
    warnings: &mut Vec<Warning>,
) -> Position {
    let contents = first_contents(evidence);
    let [black, white] = count_stones(&contents);
    let empty = || Position::initial(size);
    // One or two stones are the first moves, not a start position.
    if black + white <= 2 {
        return empty();
    }
    let handicap = is_handicap(&contents);
    let side = match handicap || black > white {
        true => Color::White,
        false => Color::Black,
    };
    match without_captured(size, &contents, side) {
        Ok((start, captured)) => {
            let [black, white] = count_stones(&start.contents());
            if !handicap {
                warnings.push(WarningKind::MidGameStones { black, white }.at(None));
            }
            if !captured.is_empty() {
                let points = captured.into_iter();
                let points = points.map(|point| size.gtp(Move::place(point))).collect();
                let side = start.to_move();
                warnings.push(WarningKind::CapturedAtStart { side, points }.at(None));
            }
            start
        }
        Err(reason) => {
            warnings.push(WarningKind::StartImpossible { reason }.at(None));
            empty()
        }
    }
}

/// What the first frames show.
fn first_contents(evidence: &Evidence) -> Vec<Occupancy> {
    /// Least mean margin in nats of a stone over an empty point in these frames.
    const CLEAR: f32 = 2.0;
    /// If the first frame that shows the point prefers it empty by as much, the stone was put there later.
    const LATER: f32 = 6.0;
    let frames = evidence.frames().min(STARTING);
    let of = |point: usize| {
        let is_later = |cell: Occupancy| {
            let margin = |frame: usize| {
                let empty = evidence.cost(frame, point, Occupancy::Empty)?;
                Some(evidence.cost(frame, point, cell)? - empty)
            };
            let first = (0..frames).find_map(margin);
            first.is_some_and(|against| against > LATER)
        };
        let total = |cell: Occupancy| -> f32 {
            let costs = (0..frames).filter_map(|frame| evidence.cost(frame, point, cell));
            costs.sum()
        };
        let least = CLEAR * frames as f32;
        let empty = total(Occupancy::Empty);
        let stones = [Occupancy::Black, Occupancy::White].into_iter();
        let clear = stones.filter(|&cell| total(cell) + least < empty && !is_later(cell));
        let likeliest = clear.min_by(|&a, &b| total(a).total_cmp(&total(b)));
        likeliest.unwrap_or_default()
    };
    (0..evidence.points()).map(of).collect()
}

/// The position with these stones and this side to move. A chain without a liberty has been captured, and is not lifted
/// yet: it is left out, its side is to move, and its points are returned.
fn without_captured(
    size: Size,
    contents: &[Occupancy],
    to_move: Color,
) -> Result<(Position, Vec<usize>), PositionError> {
    let impossible = match Position::from_contents(size, contents, to_move) {
        Ok(position) => return Ok((position, Vec::new())),
        Err(impossible) => impossible,
    };
    let all = Position::captured(size, contents)?;
    let lifted = [Color::Black, Color::White].into_iter().filter_map(|side| {
        let mut captured = all.clone();
        captured.retain(|&point| contents[point].color() == Some(side));
        let mut left = contents.to_vec();
        captured
            .iter()
            .for_each(|&point| left[point] = Occupancy::Empty);
        let position = Position::from_contents(size, &left, side).ok()?;
        Some((position, captured))
    });
    let fewest = lifted.min_by_key(|(_, captured)| captured.len());
    fewest.ok_or(impossible)
}

#[cfg(test)]
mod tests {
    use board_core::Cell;

    use super::*;

    /// Frames that show these rows, with so many nats against anything else.
    fn shown(rows: &[&str], frames: usize, nats: f32) -> Evidence {
        let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
        Evidence::from_fn(frames, letters.len(), |_, point| {
            let content = match letters[point] {
                'X' => Occupancy::Black,
                'O' => Occupancy::White,
                _ => Occupancy::Empty,
            };
            let mut costs = [nats; 3];
            costs[content.index()] = 0.0;
            Some(costs)
        })
    }

    fn start(rows: &[&str], frames: usize, nats: f32) -> (String, Vec<WarningKind>) {
        let mut warnings = Vec::new();
        let size = Size::square(rows.len()).unwrap();
        let position = starting_position(&shown(rows, frames, nats), size, &mut warnings);
        let kinds = warnings.into_iter().map(|warning| warning.kind);
        (position.to_string(), kinds.collect())
    }

    #[test]
    fn captured_stones_that_are_not_lifted_are_no_part_of_the_start() {
        let rows = ["OOX..", "XX...", ".....", "...O.", "....."];
        let captured = |side, points: [&str; 2]| WarningKind::CapturedAtStart {
            side,
            points: points.map(str::to_owned).to_vec(),
        };
        let stones = |black, white| WarningKind::MidGameStones { black, white };
        let (position, kinds) = start(&rows, 3, 9.0);
        assert_eq!(position.lines().next(), Some(". . X . ."));
        assert_eq!(kinds, [stones(3, 1), captured(Color::White, ["A5", "B5"])]);
        // Either side may have captured the other: the fewer stones are lifted.
        let rows = ["OXOX.", "OXOX.", "XOOX.", ".XX..", "....."];
        let (_, kinds) = start(&rows, 3, 9.0);
        assert_eq!(kinds, [stones(6, 6), captured(Color::Black, ["B5", "B4"])]);
    }

    #[test]
    fn a_frame_alone_shows_the_stones_that_three_show() {
        let rows = ["OOX..", "XX...", ".....", "...O.", "..X.."];
        for frames in [1, 3] {
            let (position, _) = start(&rows, frames, 3.0);
            assert_eq!(position.matches(['X', 'O']).count(), 7 - 2, "{frames}");
            let (position, _) = start(&rows, frames, 1.0);
            assert_eq!(position.matches(['X', 'O']).count(), 0, "{frames}");
        }
    }
}
