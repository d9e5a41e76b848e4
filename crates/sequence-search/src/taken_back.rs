//! Distinguishes moves that were played and taken back from hands, by the frames that show them.

use board_core::Color;

use crate::costs::Costs;
use crate::{Decoded, Touch};

/// Marks the false moves that were moves taken back.
pub(crate) fn mark<M>(game: &mut Decoded<M>, costs: &Costs) {
    // Fewer frames may show a hand; more so in video, which has many frames of every move.
    let long = 3.max(costs.frames / (4 * game.plies.len().max(1)));
    let Decoded { touches, shown, .. } = game;
    let seen: Vec<_> = touches.iter().map(appearance).collect();
    for touch in touches {
        // What comes as several moves of one side at once, and goes at once, is an arm that rests.
        let alike = |&&other: &&(Color, usize, usize)| other == appearance(touch);
        touch.taken_back = touch.until.min(costs.frames) >= touch.frame + long
            && seen.iter().filter(alike).count() == 1
            && stood(touch, shown, costs);
    }
}

/// Whose move a false move looked like, and from which frame to which.
fn appearance<M>(touch: &Touch<M>) -> (Color, usize, usize) {
    (touch.side, touch.frame, touch.until)
}

/// Whether most frames of a false move clearly show one of its pieces. `shown` is [`Decoded::shown`].
fn stood<M>(touch: &Touch<M>, shown: &[(usize, usize, u8)], costs: &Costs) -> bool {
    /// Fraction of the evidence of the clearest points: hands and their shadows are less clear.
    const PLAIN: f32 = 0.75;
    let frames = touch.frame..touch.until.min(costs.frames);
    let least: Vec<f32> = frames
        .clone()
        .map(|frame| PLAIN * clear(costs, frame))
        .collect();
    let plain = |point: usize, content: u8| {
        let worth = |frame| costs.at(frame, point, 0) - costs.at(frame, point, content);
        let plain = frames.clone().zip(&least);
        let plain = plain.filter(|&(frame, &least)| worth(frame) >= least && least > 0.0);
        2 * plain.count() >= frames.len()
    };
    let mut put = shown.iter().filter(|s| s.0 == touch.frame && s.2 != 0);
    put.any(|&(_, point, content)| plain(point, content))
}

/// How much worse the next likely content of a point fits than the best one, in nats: for the clearest tenth of the
/// points in a frame, at least this.
fn clear(costs: &Costs, frame: usize) -> f32 {
    let mut lowest = vec![[f32::INFINITY; 2]; costs.points];
    for content in 0..costs.contents {
        for (low, &cost) in lowest.iter_mut().zip(costs.row(frame, content)) {
            *low = match cost < low[0] {
                true => [cost, low[0]],
                false => [low[0], low[1].min(cost)],
            };
        }
    }
    let mut margins: Vec<f32> = lowest.into_iter().map(|low| low[1] - low[0]).collect();
    let at = 9 * margins.len() / 10;
    *margins.select_nth_unstable_by(at, f32::total_cmp).1
}

/// The frame at which more pieces disappear at once than players take back: of both sides, which play in turn.
pub(crate) fn taken_off<M: Copy + Eq>(game: &Decoded<M>, starts: &[Vec<u8>]) -> Option<usize> {
    /// A move, the answer to it, and one more.
    const MANY: usize = 3;
    let pieces = |frame: usize| {
        let table = game.table_before(&starts[game.start], frame);
        table.iter().filter(|content| **content != 0).count()
    };
    let taken = game.touches.iter().filter(|touch| touch.taken_back);
    let mut ends: Vec<usize> = taken.clone().map(|touch| touch.until).collect();
    ends.sort_unstable();
    ends.dedup();
    ends.into_iter().find(|&end| {
        let of = |side: Color| {
            let here = |touch: &&Touch<M>| touch.until == end && touch.side == side;
            taken.clone().filter(here).count()
        };
        let (white, black) = (of(Color::White), of(Color::Black));
        let many = white > 0 && black > 0 && white + black >= MANY;
        end < game.frame_cost.len() && many && pieces(end) >= pieces(end + 1) + MANY
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The false moves of a game in which stones come in these frames, each by a side, and all go at once, before the
    /// last of ten frames: which of them were taken back, and where the board is cleared.
    fn judged(stones: [(usize, Color); 3]) -> ([bool; 3], Option<usize>) {
        const GONE: usize = 9;
        let content = |side: Color| if side == Color::Black { 1 } else { 2 };
        let mut costs = Costs::empty(stones.len(), 3);
        let mut game = Decoded::unknown();
        for frame in 0..=GONE {
            let mut row = Vec::new();
            for (from, side) in stones {
                let shown = if (from..GONE).contains(&frame) {
                    content(side)
                } else {
                    0
                };
                row.extend((0..3).map(|other| if other == shown { 0.0 } else { 9.0 }));
            }
            costs.push_row(&row, f32::INFINITY).unwrap();
            game.frame_cost.push(0.0);
        }
        for (point, (frame, side)) in stones.into_iter().enumerate() {
            game.touches.push(Touch {
                mv: point,
                side,
                frame,
                until: GONE,
                taken_back: false,
            });
            game.shown
                .extend([(frame, point, content(side)), (GONE, point, 0)]);
        }
        mark(&mut game, &costs);
        let taken = [0, 1, 2].map(|touch| game.touches[touch].taken_back);
        (taken, taken_off(&game, &[vec![0; stones.len()]]))
    }

    #[test]
    fn stones_that_are_put_one_by_one_are_moves() {
        use Color::{Black, White};
        // Of both sides: the board is cleared.
        let moves = judged([(1, Black), (2, White), (3, Black)]);
        assert_eq!(moves, ([true; 3], Some(9)));
        // Of one side: a sleeve that moves over the board.
        let sleeve = judged([(1, White), (2, White), (3, White)]);
        assert_eq!(sleeve, ([true; 3], None));
        // At once: an arm that rests.
        let arm = judged([(2, White), (2, White), (3, Black)]);
        assert_eq!(arm, ([false, false, true], None));
    }
}
