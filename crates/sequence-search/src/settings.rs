use crate::{Model, SearchError};

/// How the most likely game is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// Best-first sweeps over the whole series until the best game is proven, or a limit is reached.
    /// The first sweep is a beam search.
    Exact {
        /// Prefixes extended per frame and ply in one sweep.
        width: usize,
        /// Steps that sharpen the lower bound before the search.
        rounds: usize,
    },
    /// One sweep over the whole series: a beam search with its gap to the lower bound.
    Beam {
        /// Prefixes extended per frame and ply.
        width: usize,
        /// None that are worse than the best of the frame by more than this, in nats.
        reach: f32,
        /// Steps that sharpen the lower bound before the search.
        rounds: usize,
    },
    /// The search of Scher, Crabb and Davis, "Making Real Games Virtual: Tracking Board Game
    /// Pieces", ICPR 2008, as its authors describe it: A* in a sliding window with each photo's best
    /// contents as the bound, one change per photo, captured stones leaving one by one before the
    /// game goes on, evidence alone (of the model only the handicap and the cap are used), a known
    /// start. The baseline to compare with; slow.
    Paper {
        /// Photos looked ahead.
        horizon: usize,
        /// Moves tried per prefix: those whose point has the best evidence.
        children: usize,
        /// Prefixes kept in the queue; the worst are dropped.
        queue: usize,
    },
}

/// How to decode. Start from [`Settings::exact`], [`Settings::beam`] or [`Settings::paper`], and end a literal with one
/// of them, as more fields may come.
///
/// ```
/// use sequence_search::{Model, Settings};
///
/// let settings = Settings {
///     n_best: 3,
///     model: Model { pass: 2.0, ..Model::default() },
///     ..Settings::beam(32)
/// };
/// let doubts = settings.posteriors(5.0); // how likely each move is, and what else it may have been
/// assert_eq!(doubts.margin, 5.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// What can happen on the table, with its prices.
    pub model: Model,
    /// How to search.
    pub method: Method,
    /// At most this many prefixes are extended per frame of the series. Reaching a limit is no
    /// error: see [`Decoded::proof`](crate::Decoded::proof).
    pub nodes_per_frame: usize,
    /// At most about this many prefixes are kept in memory, 80 to 120 bytes each: those that look worst are forgotten.
    /// The search goes on until four times as many have been made.
    pub nodes: usize,
    /// Largest frames × points × contents accepted, and largest frames × gaps' plies × 16. The search
    /// needs about 40 bytes for each.
    pub evidence_limit: usize,
    /// How many different games to return, the best included.
    pub n_best: usize,
    /// Whether to find how likely each move is, and what else it may have been.
    pub posteriors: bool,
    /// Where posteriors or other games are asked for: prefixes worse than the best game by less than this, in nats, are
    /// kept too, so that alternatives are complete up to here. What is left out counts as impossible, so with 0 every
    /// move that was found is certain.
    pub margin: f32,
    /// A game is not [followed](crate::Decoded::followed) where the [strain](crate::Decoded::strain) of the rules is
    /// more than this share of what happens there costs, over nine moves, of which each counts at least 7 nats.
    pub strain_limit: f32,
}

impl Default for Settings {
    /// [`Settings::exact`].
    fn default() -> Self {
        Settings::exact()
    }
}

impl Settings {
    /// The most likely game, proven where that is possible within the limits.
    #[must_use]
    pub fn exact() -> Self {
        Settings {
            model: Model::default(),
            method: Method::Exact {
                width: 64,
                rounds: 60,
            },
            nodes_per_frame: 2000,
            nodes: 500_000,
            evidence_limit: 1 << 26,
            n_best: 1,
            posteriors: false,
            margin: 5.0,
            strain_limit: 0.5,
        }
    }

    /// A beam search of some width; 64 is a good one.
    #[must_use]
    pub fn beam(width: usize) -> Self {
        Settings {
            method: Method::Beam {
                width,
                reach: 10.5,
                rounds: 20,
            },
            ..Settings::exact()
        }
    }

    /// The search of 2008, with its own numbers: 20 photos, five children, 5,000 prefixes.
    #[must_use]
    pub fn paper() -> Self {
        Settings {
            method: Method::Paper {
                horizon: 20,
                children: 5,
                queue: 5000,
            },
            ..Settings::exact()
        }
    }

    /// Finds how likely each move is, and what else it may have been, among all games that cost less than this, in
    /// nats, above the best one. 5 is a good margin: a game that is left out is less than a hundredth as likely.
    #[must_use]
    pub fn posteriors(self, margin: f32) -> Self {
        Settings {
            posteriors: true,
            margin,
            ..self
        }
    }

    /// Whether more is asked for than the best game.
    pub(crate) fn wants_alternatives(&self) -> bool {
        self.n_best > 1 || self.posteriors
    }

    pub(crate) fn check(&self) -> Result<(), SearchError> {
        self.model.check()?;
        let counts = match self.method {
            Method::Exact { width, .. } | Method::Beam { width, .. } => {
                [("method.width", width); 3]
            }
            Method::Paper {
                horizon,
                children,
                queue,
            } => [
                ("method.horizon", horizon),
                ("method.children", children),
                ("method.queue", queue),
            ],
        };
        let more = [
            ("nodes_per_frame", self.nodes_per_frame),
            ("nodes", self.nodes),
            ("n_best", self.n_best),
        ];
        if let Some((name, _)) = counts
            .into_iter()
            .chain(more)
            .find(|&(_, count)| count == 0)
        {
            return Err(SearchError::BadSetting {
                name,
                value: 0.0,
                wanted: "at least 1",
            });
        }
        let reach = match self.method {
            Method::Beam { reach, .. } => reach,
            _ => 0.0,
        };
        let nats = [
            ("margin", self.margin),
            ("strain_limit", self.strain_limit),
            ("method.reach", reach),
        ];
        for (name, value) in nats {
            if value.is_nan() || value < 0.0 {
                return Err(SearchError::BadSetting {
                    name,
                    value: f64::from(value),
                    wanted: "a number, not negative",
                });
            }
        }
        Ok(())
    }
}
