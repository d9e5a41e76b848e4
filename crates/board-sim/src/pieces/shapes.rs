//! The shape of each kind of piece, in squares, after standard tournament sets.

use super::solid::{Notches, Solid};
use super::{Crowned, Kind, Set};

/// A piece of this kind of a set.
pub(crate) fn solid(kind: Kind, set: &Set) -> Solid {
    let (height, girth) = (set.height, set.girth);
    let turned = |profile: &[[f32; 2]]| {
        let scaled: Vec<_> = profile
            .iter()
            .map(|p| [p[0] * height, p[1] * girth])
            .collect();
        Solid::turned(&scaled)
    };
    let at = |p: [f32; 3]| [p[0] * girth, p[1] * girth, p[2] * height];
    let blob = |body: Solid, centre, half, lean: f32| body.with(at(centre), at(half), lean);
    let notches = |count, share, above: f32, beyond: f32| Notches {
        count,
        share,
        above: above * height,
        beyond: beyond * girth,
    };
    match kind {
        Kind::Pawn => turned(&PAWN),
        Kind::Knight => {
            let mut horse = turned(&KNIGHT);
            for (centre, half, lean) in HORSE {
                horse = blob(horse, centre, half, lean);
            }
            horse
        }
        Kind::Bishop => turned(&BISHOP).grooved([0.7, 0.7, 0.76 * height]),
        Kind::Rook => turned(&ROOK).notched(notches(5.0, 0.3, 0.90, 0.10)),
        Kind::Queen => turned(&QUEEN).notched(notches(9.0, 0.4, 1.335, 0.14)),
        Kind::King => {
            let upright = blob(turned(&KING), [0.0, 0.0, 1.62], [0.035, 0.035, 0.13], 0.0);
            blob(upright, [0.0, 0.0, 1.65], [0.03, 0.09, 0.035], 0.0)
        }
        Kind::Crowned if set.crowned == Crowned::Stacked => {
            let man = man(set.relief);
            let lower = man[..6].iter().copied();
            let upper = man.iter().map(|p| [p[0] + 0.2, p[1]]);
            turned(&lower.chain(upper).collect::<Vec<_>>())
        }
        Kind::Man | Kind::Crowned => turned(&man(set.relief)),
    }
}

/// The profile of a man with a relief of this depth in its top.
fn man(relief: f32) -> [[f32; 2]; 12] {
    let mut man = MAN;
    for p in &mut man[6..] {
        p[0] = 0.2 + relief * (p[0] - 0.2);
    }
    man
}

const PAWN: [[f32; 2]; 21] = [
    [0.0, 0.27],
    [0.05, 0.275],
    [0.09, 0.25],
    [0.11, 0.21],
    [0.15, 0.205],
    [0.19, 0.165],
    [0.27, 0.115],
    [0.38, 0.09],
    [0.46, 0.085],
    [0.475, 0.15],
    [0.50, 0.16],
    [0.525, 0.145],
    [0.535, 0.095],
    [0.56, 0.10],
    [0.60, 0.125],
    [0.66, 0.14],
    [0.71, 0.128],
    [0.75, 0.10],
    [0.78, 0.065],
    [0.795, 0.03],
    [0.80, 0.0],
];

const KNIGHT: [[f32; 2]; 9] = [
    [0.0, 0.30],
    [0.06, 0.305],
    [0.10, 0.28],
    [0.12, 0.235],
    [0.17, 0.23],
    [0.22, 0.20],
    [0.27, 0.18],
    [0.31, 0.12],
    [0.33, 0.0],
];

/// Chest, neck, mane, cheek, muzzle and ears: centre, half lengths, lean.
const HORSE: [([f32; 3], [f32; 3], f32); 7] = [
    ([0.01, 0.0, 0.44], [0.165, 0.125, 0.20], 0.0),
    ([-0.04, 0.0, 0.68], [0.125, 0.095, 0.30], 0.12),
    ([-0.11, 0.0, 0.74], [0.07, 0.05, 0.30], 0.1),
    ([0.02, 0.0, 0.93], [0.12, 0.095, 0.12], 0.3),
    ([0.13, 0.0, 0.86], [0.075, 0.075, 0.16], 2.1),
    ([-0.03, 0.05, 1.06], [0.035, 0.025, 0.09], -0.2),
    ([-0.03, -0.05, 1.06], [0.035, 0.025, 0.09], -0.2),
];

const BISHOP: [[f32; 2]; 25] = [
    [0.0, 0.30],
    [0.06, 0.305],
    [0.10, 0.28],
    [0.12, 0.235],
    [0.17, 0.23],
    [0.22, 0.18],
    [0.32, 0.125],
    [0.50, 0.095],
    [0.68, 0.085],
    [0.70, 0.155],
    [0.73, 0.165],
    [0.755, 0.15],
    [0.77, 0.095],
    [0.80, 0.10],
    [0.86, 0.135],
    [0.93, 0.148],
    [1.00, 0.138],
    [1.08, 0.105],
    [1.15, 0.06],
    [1.18, 0.035],
    [1.20, 0.045],
    [1.225, 0.05],
    [1.25, 0.042],
    [1.27, 0.025],
    [1.28, 0.0],
];

const ROOK: [[f32; 2]; 17] = [
    [0.0, 0.31],
    [0.06, 0.315],
    [0.10, 0.29],
    [0.12, 0.245],
    [0.17, 0.24],
    [0.23, 0.20],
    [0.33, 0.165],
    [0.50, 0.145],
    [0.64, 0.145],
    [0.66, 0.20],
    [0.70, 0.215],
    [0.74, 0.21],
    [0.95, 0.225],
    [0.98, 0.225],
    [0.98, 0.16],
    [0.88, 0.155],
    [0.88, 0.0],
];

const QUEEN: [[f32; 2]; 28] = [
    [0.0, 0.34],
    [0.07, 0.345],
    [0.11, 0.315],
    [0.14, 0.265],
    [0.19, 0.26],
    [0.25, 0.205],
    [0.38, 0.145],
    [0.60, 0.11],
    [0.88, 0.095],
    [0.90, 0.17],
    [0.935, 0.18],
    [0.96, 0.165],
    [0.98, 0.11],
    [1.02, 0.105],
    [1.12, 0.135],
    [1.24, 0.18],
    [1.33, 0.215],
    [1.38, 0.22],
    [1.38, 0.175],
    [1.33, 0.155],
    [1.39, 0.105],
    [1.43, 0.05],
    [1.445, 0.03],
    [1.465, 0.042],
    [1.48, 0.045],
    [1.50, 0.04],
    [1.52, 0.02],
    [1.525, 0.0],
];

const KING: [[f32; 2]; 22] = [
    [0.0, 0.35],
    [0.07, 0.355],
    [0.11, 0.325],
    [0.14, 0.275],
    [0.20, 0.27],
    [0.26, 0.215],
    [0.40, 0.155],
    [0.64, 0.12],
    [0.96, 0.105],
    [0.98, 0.18],
    [1.015, 0.19],
    [1.04, 0.175],
    [1.06, 0.12],
    [1.10, 0.115],
    [1.20, 0.145],
    [1.32, 0.185],
    [1.38, 0.20],
    [1.41, 0.195],
    [1.44, 0.15],
    [1.49, 0.085],
    [1.51, 0.04],
    [1.52, 0.0],
];

const MAN: [[f32; 2]; 12] = [
    [0.0, 0.37],
    [0.02, 0.39],
    [0.09, 0.40],
    [0.11, 0.40],
    [0.18, 0.39],
    [0.20, 0.37],
    [0.20, 0.29],
    [0.175, 0.275],
    [0.175, 0.19],
    [0.195, 0.175],
    [0.195, 0.10],
    [0.185, 0.0],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_rank_by_height_and_fit_their_squares() {
        let solids = Kind::ALL.map(|kind| solid(kind, &Set::default()));
        let [pawn, knight, bishop, rook, queen, king, man, crowned] =
            solids.each_ref().map(|s| s.height);
        assert!(pawn < rook && rook < knight && knight < bishop && bishop < queen && queen < king);
        assert!((0.75..0.85).contains(&pawn) && (1.65..1.8).contains(&king));
        assert!(crowned == 2.0 * man && crowned < pawn);
        for solid in &solids {
            assert!(solid.base <= 0.4 && solid.radius <= 0.4);
        }
    }

    #[test]
    fn no_piece_has_holes() {
        // Rays from all around towards points on the axis must hit something.
        for kind in Kind::ALL {
            let solid = solid(kind, &Set::default());
            for i in 0..64u8 {
                let (s, c) = (f32::from(i) * 0.1).sin_cos();
                for k in 1..20u8 {
                    let target = [0.0, 0.0, solid.height.min(0.25) * f32::from(k) / 21.0];
                    let from = [5.0 * c, 5.0 * s, 4.0];
                    let ray = std::array::from_fn(|j| target[j] - from[j]);
                    let hit = solid.hit(from, ray);
                    assert!(hit.is_some_and(|h| h.t < 1.0), "{kind:?} {i} {k}");
                }
            }
        }
    }
}
