//! Where a game is lost: frames between which more happened than the rules can bridge.

use crate::costs::Costs;
use crate::{Decoded, Method, Model, Ply, SearchError, Settings};

/// Costs of frames closer than this do not tell them apart.
const SAME: f64 = 1.0;

/// What a single frame may speak against a game with: more is a hand, not a game that is lost.
const DISTURBED: f64 = 10.0;

/// Finds the game with `search`, or, where giving it up is cheaper, the game up to the frame at which
/// it is lost. `price` is that of a start.
///
/// Frames can be explained without any game, point by point. What a game costs more than that falls
/// with every move that explains much by little; between two frames that no moves connect it rises,
/// wherever the search has put up with it. There the last frame that can be followed is found by bisection.
pub(crate) fn follow<M: Copy + Eq>(
    costs: &Costs,
    settings: &Settings,
    price: impl Fn(usize) -> f64,
    mut search: impl FnMut(&Costs, &Settings) -> Result<Decoded<M>, SearchError>,
) -> Result<Decoded<M>, SearchError> {
    let mut game = search(costs, settings)?;
    let limit = f64::from(settings.model.lost);
    if limit.is_infinite() {
        return Ok(game);
    }
    let free = Free::of(costs, &settings.model);
    // What a game costs with so many of its frames, and all others without it.
    let balance = |game: &Decoded<M>| {
        let mut now = price(game.start) + free.rest[0];
        let mut balance = vec![now];
        let frames = game.frame_cost.iter().zip(&game.event_cost);
        let frames = frames.zip(&game.prior_cost);
        for (((seen, events), unusual), rest) in frames.zip(free.rest.windows(2)) {
            let more = f64::from(*seen) - (rest[0] - rest[1]);
            // Without a game there are no moves that could be unusual.
            now += more.min(DISTURBED) + f64::from(*events - *unusual);
            balance.push(now);
        }
        balance
    };
    let quick = quick(settings);
    while let Some((mut good, mut bad)) = rise(&balance(&game), limit) {
        // The game may have been bent before that to go on: how far does one cost least?
        let mut least = (f64::INFINITY, 0);
        let mut note = |balance: &[f64]| {
            for (frames, &now) in balance.iter().enumerate() {
                let later = frames > least.1 && now < least.0 + SAME;
                if now < least.0 || later {
                    least = (now.min(least.0), frames);
                }
            }
            least
        };
        note(&balance(&game)[..=good]);
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            let known = balance(&search(&costs.first(middle), &quick)?);
            match known[middle] > note(&known).0 + limit {
                true => bad = middle,
                false => good = middle,
            }
        }
        loop {
            let (_, end) = note(&[]);
            if end == 0 {
                cut(&mut game, 0);
                return Ok(game);
            }
            let mut before = costs.first(end);
            before.push_row(&free.table(costs, end), f32::INFINITY)?;
            game = search(&before, settings)?;
            cut(&mut game, end);
            if note(&balance(&game)).1 >= end {
                break;
            }
        }
    }
    Ok(game)
}

/// The frames between which the balance rises most, if by more than the limit.
fn rise(balance: &[f64], limit: f64) -> Option<(usize, usize)> {
    let (mut low, mut most) = (0, (0.0, 0, 0));
    for (frame, &now) in balance.iter().enumerate() {
        if now < balance[low] {
            low = frame;
        }
        if now - balance[low] > most.0 {
            most = (now - balance[low], low, frame);
        }
    }
    (most.0 > limit).then_some((most.1, most.2))
}

/// A search that is good enough to see whether a game goes on.
fn quick(settings: &Settings) -> Settings {
    let mut quick = settings.clone();
    if let Method::Exact { width, rounds } = settings.method {
        quick.method = Method::Beam {
            width: width.min(300),
            reach: 30.0,
            rounds,
        };
    }
    (quick.n_best, quick.posteriors, quick.margin) = (1, false, 0.0);
    quick
}

/// Forgets the frames of a game from one on, at which it is lost.
fn cut<M: Copy + Eq>(game: &mut Decoded<M>, end: usize) {
    let forgotten = |costs: &[f32]| costs[end..].iter().map(|&c| f64::from(c)).sum::<f64>();
    game.cost -= forgotten(&game.frame_cost) + forgotten(&game.event_cost);
    game.lower_bound = game.lower_bound.min(game.cost);
    game.frame_cost.truncate(end);
    game.event_cost.truncate(end);
    game.prior_cost.truncate(end);
    // What only shows later may be of any of the moves that are missing; so may all moves that came together last, if one of
    // them does not show at all.
    let last = |ply: &Ply<M>| ply.frame + 1 == end;
    let blind = game
        .plies
        .iter()
        .any(|ply| last(ply) && ply.confidence < 0.5);
    let unseen = |ply: &Ply<M>| {
        let late = ply.lags.iter().any(|lag| lag.frame >= end);
        ply.frame >= end || late || (blind && last(ply))
    };
    let plies = game.plies.iter().position(unseen);
    game.plies.truncate(plies.unwrap_or(game.plies.len()));
    game.touches.retain(|touch| touch.frame < end);
    game.shown.retain(|&(frame, ..)| frame < end);
    for ply in &mut game.plies {
        ply.when.retain(|&(frame, _)| frame < end);
        ply.rivals.retain(|rival| rival.frame < end);
    }
    game.lost = Some(end);
    for other in &mut game.others {
        cut(other, end);
    }
    // Some differ in nothing else.
    let moves = |game: &Decoded<M>| -> Vec<M> { game.plies.iter().map(|ply| ply.mv).collect() };
    let mut known = vec![moves(game)];
    game.others.retain(|other| {
        let moves = moves(other);
        let new = !known.contains(&moves);
        known.push(moves);
        new
    });
}

/// The frames without a game: every point on its own.
struct Free {
    /// What a change of a point costs.
    change: f64,
    /// By frame: the least that it and those after it cost, whatever was before; 0 after the last.
    rest: Vec<f64>,
}

impl Free {
    /// A change that no move explains costs its half of one, and half the name of a point: of a move it has to be told from
    /// where and to where it goes.
    fn of(costs: &Costs, model: &Model) -> Self {
        let pieces = f64::from(model.placement) + f64::from(model.departure);
        let change = 0.5 * (pieces + (costs.points as f64).ln());
        let mut rest = vec![0.0; costs.frames + 1];
        for point in 0..costs.points {
            backward(costs, change, point, 0, |frame, later| {
                rest[frame] += min(later)
            });
        }
        Self { change, rest }
    }

    /// What the frames from one on say of the table just before it, as a row of costs.
    fn table(&self, costs: &Costs, frame: usize) -> Vec<f32> {
        let mut row = Vec::with_capacity(costs.points * costs.contents);
        for point in 0..costs.points {
            let mut now = vec![0.0; costs.contents];
            backward(costs, self.change, point, frame, |_, later| {
                now.copy_from_slice(later);
            });
            let least = min(&now);
            row.extend(
                now.iter()
                    .map(|cost| (cost - least).min(self.change) as f32),
            );
        }
        row
    }
}

/// Visits the frames of a point from the last one to `first`, with what each content in it and the best ones after it cost.
fn backward(
    costs: &Costs,
    change: f64,
    point: usize,
    first: usize,
    mut visit: impl FnMut(usize, &[f64]),
) {
    let mut later = vec![0.0; costs.contents];
    for frame in (first..costs.frames).rev() {
        let changed = min(&later) + change;
        for (content, later) in later.iter_mut().enumerate() {
            *later = later.min(changed) + f64::from(costs.at(frame, point, content as u8));
        }
        visit(frame, &later);
    }
}

fn min(costs: &[f64]) -> f64 {
    costs.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_rises_and_falls_no_more_counts() {
        let balance = [9.0, 5.0, 3.0, 3.5, 8.0, 2.0, 7.0, 6.0];
        assert_eq!(rise(&balance, 4.0), Some((2, 4)));
        assert_eq!(rise(&balance, 5.0), None);
    }
}
