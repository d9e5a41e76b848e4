//! The posterior of every ply of a game among all games that were met.

use crate::search::Chance;
use crate::{Decoded, Ply, Rival};

/// Gives every ply its posterior and its alternatives.
pub(crate) fn weigh<M: Copy + Eq>(decoded: &mut Decoded<M>, chances: &[Chance<M>]) {
    /// Alternatives less likely than this are omitted.
    const LEAST: f64 = 0.01;
    for ply in &mut decoded.plies {
        ply.posterior = 0.0;
    }
    let mut rivals: Vec<(usize, Rival<M>, f64)> = Vec::new();
    for chance in chances {
        let near = |ply: &Ply<M>| ply.frame.abs_diff(chance.frame);
        let plies = decoded.plies.iter().enumerate();
        let same = plies
            .clone()
            .filter(|(_, p)| p.mv == chance.mv && p.side == chance.side)
            .min_by_key(|(_, p)| near(p));
        if let Some((i, _)) = same {
            let ply = &mut decoded.plies[i];
            ply.posterior += chance.probability as f32;
            let frame = ply.when.iter_mut().find(|w| w.0 == chance.frame);
            match frame {
                Some((_, share)) => *share += chance.probability as f32,
                None => ply.when.push((chance.frame, chance.probability as f32)),
            }
            continue;
        }
        let place = plies.min_by_key(|(_, p)| (near(p), p.side != chance.side));
        let Some((i, _)) = place else { continue };
        let known = rivals
            .iter_mut()
            .find(|(_, r, _)| r.mv == chance.mv && r.side == chance.side);
        match known {
            Some((at, rival, most)) => {
                rival.posterior += chance.probability as f32;
                if chance.probability > *most {
                    (*at, rival.frame, *most) = (i, chance.frame, chance.probability);
                }
            }
            None => {
                let rival = Rival {
                    mv: chance.mv,
                    side: chance.side,
                    frame: chance.frame,
                    posterior: chance.probability as f32,
                };
                rivals.push((i, rival, chance.probability));
            }
        }
    }
    for (i, rival, _) in rivals {
        if f64::from(rival.posterior) >= LEAST {
            decoded.plies[i].rivals.push(rival);
        }
    }
    for ply in &mut decoded.plies {
        ply.posterior = ply.posterior.min(1.0);
        ply.confidence = ply.confidence.min(ply.posterior);
        ply.when.sort_by_key(|w| w.0);
        ply.rivals
            .sort_by(|a, b| b.posterior.total_cmp(&a.posterior));
    }
}
