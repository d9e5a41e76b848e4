//! Distinguishes moves that were played and taken back from hands, by the frames that show them.

use crate::costs::Costs;
use crate::{Decoded, Touch};

/// Marks the false moves that were moves taken back.
pub(crate) fn mark<M>(game: &mut Decoded<M>, costs: &Costs) {
    // Fewer frames may show a hand; more so in video, which has many frames of every move.
    let long = 3.max(costs.frames / (4 * game.plies.len().max(1)));
    let Decoded { touches, shown, .. } = game;
    for touch in touches {
        touch.taken_back =
            touch.until.min(costs.frames) >= touch.frame + long && stood(touch, shown, costs);
    }
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

/// The frame at which more pieces disappear at once than players take back.
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
        let here = taken.clone().filter(|touch| touch.until == end).count();
        end < game.frame_cost.len() && here >= MANY && pieces(end) >= pieces(end + 1) + MANY
    })
}
