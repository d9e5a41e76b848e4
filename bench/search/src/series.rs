use board_core::{Cell, Color, MoveGen, Observation, Occupancy, Timing};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How readings of a table are distorted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noise {
    /// Fraction of points that show a wrong content in a frame, independently.
    pub errors: f64,
    /// Whether a hand hides a quarter of the board in a third of the frames, several frames at a time.
    pub hand: bool,
    /// Whether an undetected band of shadow covers a fifth of the board in a third of the frames: a tenth of its points
    /// show a wrong content, the same one while the shadow stays.
    pub shadow: bool,
    /// Number of points that show a piece for 30 frames where there is none.
    pub glares: usize,
    /// Whether captured pieces leave one to three frames late.
    pub late: bool,
}

/// The parameters of a simulated series.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Number of plies.
    pub plies: usize,
    /// Mean number of plies a frame; up to one, evenly spaced.
    pub rate: f64,
    /// The distortion of the readings.
    pub noise: Noise,
}

/// Readings of a sensor with a known error rate, as costs: −ln of the likelihoods.
#[derive(Clone, Debug)]
pub struct Readings {
    points: usize,
    right: f32,
    wrong: f32,
    /// `[frame][point]`: the content read; `None` where hidden.
    shown: Vec<Vec<Option<Occupancy>>>,
}

impl Observation for Readings {
    type Cell = Occupancy;
    fn frames(&self) -> usize {
        self.shown.len()
    }
    fn points(&self) -> usize {
        self.points
    }
    fn cost(&self, frame: usize, point: usize, cell: Occupancy) -> Option<f32> {
        let shown = self.shown[frame][point]?;
        Some(if shown == cell {
            self.right
        } else {
            self.wrong
        })
    }
}

/// A simulated game.
#[derive(Clone, Debug)]
pub struct Series<P: MoveGen> {
    /// The start position.
    pub start: P,
    /// The readings.
    pub readings: Readings,
    /// The plies, each with the first frame after it.
    pub truth: Vec<(P::Move, Color, usize)>,
}

/// Simulates a game. `pick` chooses a move, or `None` when the game is over.
pub fn simulate<P: MoveGen<Cell = Occupancy>>(
    start: &P,
    setting: &Setting,
    seed: u64,
    mut pick: impl FnMut(&P, &mut Pcg64Mcg) -> Option<P::Move>,
) -> Series<P> {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut position = start.clone();
    let mut truth = Vec::new();
    let mut table: Vec<Occupancy> = start.cells().collect();
    let mut tables = vec![table.clone(); 2];
    // (frame, point): captured pieces that are still on the table.
    let mut leaving: Vec<(usize, usize)> = Vec::new();
    let mut due = 0.0;
    while truth.len() < setting.plies {
        let frame = tables.len();
        // Evenly spaced up to one a frame; random above, so that some frames get several.
        due += if setting.rate <= 1.0 {
            setting.rate
        } else {
            rng.random_range(0.0..2.0 * setting.rate)
        };
        let mut over = false;
        while due >= 1.0 && truth.len() < setting.plies && !over {
            due -= 1.0;
            let Some(mv) = pick(&position, &mut rng) else {
                over = true;
                break;
            };
            let mut late = Vec::new();
            position.visit_changes(mv, |change| {
                leaving.retain(|&(_, p)| p != change.point);
                if setting.noise.late && change.timing == Timing::Lagging {
                    late.push(change.point);
                } else {
                    table[change.point] = change.after;
                }
            });
            for point in late {
                leaving.push((frame + rng.random_range(1..4), point));
            }
            truth.push((mv, position.to_move(), frame));
            position.play(mv);
        }
        leaving.retain(|&(when, p)| {
            if when <= frame {
                table[p] = position.get(p);
            }
            when > frame
        });
        tables.push(table.clone());
        if over {
            break;
        }
    }
    for (_, p) in leaving {
        table[p] = position.get(p);
    }
    for _ in 0..6 {
        tables.push(table.clone());
    }
    let readings = look(&tables, &setting.noise, &mut rng);
    Series {
        start: start.clone(),
        readings,
        truth,
    }
}

fn look(tables: &[Vec<Occupancy>], noise: &Noise, rng: &mut Pcg64Mcg) -> Readings {
    let points = tables[0].len();
    let side = (points as f64).sqrt() as usize;
    // Without errors a sensor would give infinite costs; no real one is that certain.
    let rate = noise.errors.max(0.002);
    let mut seen = tables.to_vec();
    for _ in 0..noise.glares {
        let begin = rng.random_range(0..tables.len().saturating_sub(40).max(1));
        let span = begin..(begin + 30).min(tables.len());
        let free: Vec<usize> = (0..points)
            .filter(|&p| {
                tables[span.clone()]
                    .iter()
                    .all(|t| t[p] == Occupancy::Empty)
            })
            .collect();
        if free.is_empty() {
            continue;
        }
        let point = free[rng.random_range(0..free.len())];
        let color = Color::BOTH[rng.random_range(0..2)];
        for table in &mut seen[span] {
            table[point] = color.into();
        }
    }
    // Frames left, and position.
    let mut hand = (0, 0, 0);
    let mut band = (0, 0);
    let mut shadowed: Vec<Option<usize>> = Vec::new();
    let mut shown = Vec::with_capacity(tables.len());
    for table in &seen {
        // A sixth of the free frames begins a hand of two and a half frames on average, after five free ones: a third
        // in all.
        hand.0 = usize::saturating_sub(hand.0, 1);
        if hand.0 == 0 && noise.hand && rng.random_bool(1.0 / 6.0) {
            let half = side.div_ceil(2);
            let at = || side - half + 1;
            hand = (
                rng.random_range(1..5),
                rng.random_range(0..at()),
                rng.random_range(0..at()),
            );
        }
        band.0 = usize::saturating_sub(band.0, 1);
        if band.0 == 0 && noise.shadow && rng.random_bool(1.0 / 6.0) {
            band = (rng.random_range(1..5), rng.random_range(0..side));
            // The wrong content of every point, for those that show one.
            let wrong = |_| rng.random_bool(0.1).then(|| rng.random_range(1..3));
            shadowed = (0..points).map(wrong).collect();
        }
        let row = table.iter().enumerate().map(|(p, &cell)| {
            let (r, c) = (p / side, p % side);
            let half = side.div_ceil(2);
            if hand.0 > 0
                && (hand.1..hand.1 + half).contains(&r)
                && (hand.2..hand.2 + half).contains(&c)
            {
                return None;
            }
            let in_band = band.0 > 0 && (band.1..band.1 + side.div_ceil(5)).contains(&r);
            let shadow = shadowed.get(p).copied().flatten().filter(|_| in_band);
            let alone = rng
                .random_bool(noise.errors)
                .then(|| rng.random_range(1..3));
            let wrong = alone.or(shadow).unwrap_or(0);
            Some(Occupancy::ALL[(cell.index() + wrong) % 3])
        });
        shown.push(row.collect());
    }
    Readings {
        points,
        right: -(1.0 - rate).ln() as f32,
        wrong: -(rate / 2.0).ln() as f32,
        shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go;

    fn series(seed: u64, errors: f64) -> Series<go_rules::Position> {
        let noise = Noise {
            errors,
            ..Noise::default()
        };
        let setting = Setting {
            plies: 60,
            rate: 0.5,
            noise,
        };
        simulate(&go::board(13), &setting, seed, go::natural)
    }

    #[test]
    fn a_seed_means_one_series() {
        let (a, b, c) = (series(1, 0.1), series(1, 0.1), series(2, 0.1));
        assert_eq!(a.truth, b.truth);
        assert_eq!(a.readings.shown, b.readings.shown);
        assert_ne!(a.truth, c.truth);
    }

    #[test]
    fn the_truth_is_legal_and_the_error_rate_is_as_asked() {
        let it = series(3, 0.1);
        let mut position = it.start.clone();
        let mut truth = it.truth.iter().peekable();
        let (mut wrong, mut all) = (0, 0);
        for (frame, shown) in it.readings.shown.iter().enumerate() {
            while let Some(&(mv, side, _)) = truth.next_if(|t| t.2 <= frame) {
                assert_eq!(position.to_move(), side);
                assert!(position.is_legal(mv));
                position.play(mv);
            }
            use board_core::Board;
            for (p, &cell) in shown.iter().enumerate() {
                all += 1;
                wrong += usize::from(cell != Some(position.get(p)));
            }
        }
        assert!(truth.next().is_none());
        let rate = wrong as f64 / all as f64;
        assert!((rate - 0.1).abs() < 0.01, "{rate}");
    }
}
