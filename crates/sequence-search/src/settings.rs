use board_core::Color;

use crate::{Handicap, Model, Removal, SearchError};

/// Lower bound on the cost of what is still to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// The paper's: every point of every coming frame holds what fits that frame best, legal or
    /// not. Measured as excess over that, it is 0.
    PhotoBest,
    /// Each point alone, over all coming frames: setting a piece down costs
    /// [`Model::placement`], taking one away nothing, staying what the evidence says. A backward
    /// Viterbi pass per point gives the cheapest such history; their sum is never more than the
    /// cost of a legal game, because every ply pays for each piece it sets down.
    PerPoint,
}

/// In which order the search looks at prefixes of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// A*: the prefix with the lowest bound on its total first.
    BestFirst,
    /// Frame by frame, over and over: each sweep extends at most `width` prefixes per frame and
    /// ply, ends with a whole game, and the next sweep goes on where it left off, without what the
    /// best game so far proves useless. The first sweep is a beam search; when nothing is left the
    /// best game is proven optimal, as with A* (anytime column search: Vadlamudi, Gaurav, Aine,
    /// Chakrabarti, 2012).
    Sweep {
        /// Prefixes extended per frame and ply in one sweep.
        width: usize,
        /// Which of them come first is decided by an estimate like [`Heuristic::PerPoint`] in
        /// which a piece that vanishes costs this much, in nats: captures are possible but rare.
        /// It guides; it proves nothing and need not be a lower bound.
        vanish: f32,
    },
}

/// How to decode. Start from [`Settings::default`] or [`Settings::paper`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// What can happen on the table, with its prices.
    pub model: Model,
    /// The lower bound used.
    pub heuristic: Heuristic,
    /// The order of search.
    pub order: Order,
    /// `Some(d)`: look at `d` frames, commit what the best game does up to the first of them, move
    /// on by one. `None`: the whole series at once, the only choice whose result can be proven
    /// best.
    pub window: Option<usize>,
    /// At most this many prefixes are extended per frame of the series (of the window, if there is
    /// one); a sweep is kept narrow enough for one to fit. Reaching the limit is reported in [`Decoded::proof`](crate::Decoded::proof).
    pub nodes_per_frame: usize,
    /// Largest frames × points × contents accepted.
    pub evidence_limit: usize,
}

impl Default for Settings {
    /// The whole series in sweeps, with the per-point bound.
    fn default() -> Self {
        Settings {
            model: Model::default(),
            heuristic: Heuristic::PerPoint,
            order: Order::Sweep {
                width: 64,
                vanish: 60.0,
            },
            window: None,
            nodes_per_frame: 200,
            evidence_limit: 1 << 27,
        }
    }
}

impl Settings {
    /// The search of Scher, Crabb and Davis, "Making Real Games Virtual: Tracking Board Game
    /// Pieces", ICPR 2008: A* in windows of 20 photos with each photo's best as the bound, at most
    /// one change per photo, captured stones leaving one by one before the game goes on, black
    /// handicap stones, evidence alone (no prices). Without the paper's limit of five children per
    /// prefix.
    #[must_use]
    pub fn paper() -> Self {
        Settings {
            model: Model {
                placement: 0.0,
                plies_per_frame: 1,
                extra_ply: 0.0,
                pass: f32::INFINITY,
                other_side_first: f32::INFINITY,
                handicap: Some(Handicap {
                    side: Color::Black,
                    max: 9,
                    price: 0.0,
                }),
                removal: Removal::OneByOne,
                ..Model::default()
            },
            heuristic: Heuristic::PhotoBest,
            order: Order::BestFirst,
            window: Some(20),
            nodes_per_frame: 2000,
            ..Settings::default()
        }
    }

    pub(crate) fn check(&self) -> Result<(), SearchError> {
        self.model.check()?;
        let mut counts = vec![
            ("nodes_per_frame", self.nodes_per_frame),
            ("window", self.window.unwrap_or(1)),
        ];
        if let Order::Sweep { width, vanish } = self.order {
            counts.push(("order.width", width));
            if !vanish.is_finite() || vanish < 0.0 {
                return Err(SearchError::BadSetting {
                    name: "order.vanish",
                    value: f64::from(vanish),
                    wanted: "a finite price in nats, not negative",
                });
            }
        }
        match counts.into_iter().find(|&(_, count)| count == 0) {
            Some((name, _)) => Err(SearchError::BadSetting {
                name,
                value: 0.0,
                wanted: "at least 1",
            }),
            None => Ok(()),
        }
    }
}
