//! Distinguishes moves that were played and taken back from hands, by the frames that show them.

use crate::costs::Costs;
use crate::{Decoded, Touch};

/// Marks the false moves that were moves taken back.
pub(crate) fn mark<M>(game: &mut Decoded<M>, costs: &Costs, cap: f32) {
    // Fewer frames may show a hand; more so in video, which has many frames of every move.
    let long = 3.max(costs.frames / (4 * game.plies.len().max(1)));
    let Decoded { touches, shown, .. } = game;
    for touch in touches {
        touch.taken_back =
            touch.until.min(costs.frames) >= touch.frame + long && stood(touch, shown, costs, cap);
    }
}

/// Whether most frames of a false move clearly show one of its pieces. `shown` is [`Decoded::shown`].
fn stood<M>(touch: &Touch<M>, shown: &[(usize, usize, u8)], costs: &Costs, cap: f32) -> bool {
    /// Fraction of the largest possible evidence: hands and their shadows are less clear.
    const PLAIN: f32 = 0.75;
    let frames = touch.frame..touch.until.min(costs.frames);
    let plain = |point: usize, content: u8| {
        let worth = |frame| costs.at(frame, point, 0) - costs.at(frame, point, content);
        let plain = frames.clone().filter(|&frame| worth(frame) >= PLAIN * cap);
        2 * plain.count() >= frames.len()
    };
    let mut put = shown.iter().filter(|s| s.0 == touch.frame && s.2 != 0);
    put.any(|&(_, point, content)| plain(point, content))
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
