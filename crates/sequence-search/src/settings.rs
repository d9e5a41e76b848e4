use crate::{Model, SearchError};

/// The usual reach of a beam, in nats: what is worse than the best by more is seldom the game.
pub(crate) const REACH: f32 = 10.5;

/// The search method.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Method {
    /// Best-first sweeps over the whole series until the best game is proven, or a limit is reached. The first sweep is
    /// a beam search.
    Exact {
        /// Prefixes extended per frame and ply in one sweep.
        width: usize,
        /// Steps that sharpen the lower bound before the search.
        rounds: usize,
    },
    /// One sweep over the whole series: a beam search, with its gap to the lower bound. Where it loses the game, it
    /// searches again: wider there, then with a longer reach, then in parts of the series.
    Beam {
        /// Prefixes extended per frame and ply.
        width: usize,
        /// Prefixes worse than the best of the frame by more than this, in nats, are left out. Where the best game gets
        /// dearer by more than this within nine plies, they are searched after all.
        reach: f32,
        /// Steps that sharpen the lower bound before the search.
        rounds: usize,
    },
    /// The search of Scher, Crabb and Davis, "Making Real Games Virtual: Tracking Board Game Pieces", ICPR 2008, as its
    /// authors describe it: A* in a sliding window with each photo's best contents as the bound, one change for each
    /// photo, captured stones removed one by one before the game continues, evidence alone (of the model, only the
    /// handicap and the cap are used), a known start. A baseline for comparison; slow.
    Paper {
        /// Number of photos to look ahead.
        horizon: usize,
        /// Moves tried for each prefix: those whose point has the best evidence.
        children: usize,
        /// Prefixes kept in the queue; the worst are dropped.
        queue: usize,
    },
}

/// Settings of the decoder. Start from [`Settings::exact`], [`Settings::beam`] or [`Settings::paper`], and end a
/// literal with one of them, since fields may be added.
///
/// ```
/// use sequence_search::{Model, Settings};
///
/// let settings = Settings {
///     n_best: 3,
///     model: Model { pass: 2.0, ..Model::default() },
///     ..Settings::beam(32)
/// };
/// let doubts = settings.posteriors(8.0); // also alternatives that are far less likely
/// assert_eq!(doubts.margin, 8.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The events on the table, with their prices.
    pub model: Model,
    /// The search method.
    pub method: Method,
    /// Most prefixes extended, as a mean over the frames, and the largest width. It is checked between sweeps: the
    /// first one always ends; then the search goes back where it lost the game, or sweeps again, as far as this leaves
    /// room. A very wide beam leaves none, and may find less than one of 64. Reaching a limit is not an error: see
    /// [`Decoded::proof`](crate::Decoded::proof).
    pub nodes_per_frame: usize,
    /// Most prefixes kept in memory, approximately, of 80 to 120 bytes each: the worst ones are removed. The search
    /// continues until four times as many have been generated.
    pub nodes: usize,
    /// Limit on the size of the evidence, frames × points × contents, and on that of the queues, 16 × frames ×
    /// (plies between two frames + 1). The search needs about 40 bytes for each.
    pub evidence_limit: usize,
    /// Number of different games to return, including the best. Games that are worse by more than the margin are
    /// not looked for, but returned where the search met them.
    pub n_best: usize,
    /// Whether to compute the posterior and the alternatives of each move, which limit its confidence. Without them, a
    /// move is weighed with all others held fixed: of two games that are equally likely, each move of the one that is
    /// found is sure. But [`Method::Exact`] proves a game sooner without, since it need not search the margin.
    pub posteriors: bool,
    /// If posteriors or other games are requested: the search also follows prefixes that are worse than the best game
    /// by less than this, in nats. Only where [`Method::Exact`] ends before any limit are alternatives complete up to
    /// here. A beam knows those it met, and a narrow one may call a move certain that is not: a game that was not met
    /// counts as impossible.
    pub margin: f32,
    /// A game is not [followed](crate::Decoded::followed) where the [strain](crate::Decoded::strain) of the rules
    /// exceeds this fraction of the cost of the moves, over nine moves that count at least 7 nats each. With infinity
    /// every game is followed, and a beam is a single sweep.
    pub strain_limit: f32,
}

impl Default for Settings {
    /// [`Settings::exact`].
    fn default() -> Self {
        Settings::exact()
    }
}

impl Settings {
    /// The most likely game, proven if possible within the limits.
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
            posteriors: true,
            margin: 5.0,
            strain_limit: 0.5,
        }
    }

    /// A beam search; a width of 64 is a good start. Its reach is 10.5 nats.
    #[must_use]
    pub fn beam(width: usize) -> Self {
        Settings {
            method: Method::Beam {
                width,
                reach: REACH,
                rounds: 20,
            },
            ..Settings::exact()
        }
    }

    /// The search of 2008, with its own parameters: 20 photos, five children, 5,000 prefixes.
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

    /// Computes the posterior and the alternatives of each move among all games that cost less than this, in nats,
    /// above the best one. By default 5: games left out are less than a hundredth as likely.
    #[must_use]
    pub fn posteriors(self, margin: f32) -> Self {
        Settings {
            posteriors: true,
            margin,
            ..self
        }
    }

    /// Without other games and posteriors: what they cost is saved where only the best game is of interest.
    #[must_use]
    pub fn best_only(self) -> Settings {
        Settings {
            n_best: 1,
            posteriors: false,
            margin: 0.0,
            ..self
        }
    }

    /// The same search with more reach, if it has a beam of limited reach.
    pub(crate) fn with_wide_reach(&self) -> Option<Settings> {
        /// Hardly more than no limit.
        const WIDE: f32 = 100.0;
        let mut wide = self.clone();
        match &mut wide.method {
            Method::Beam { reach, .. } if *reach < WIDE => *reach = WIDE,
            _ => return None,
        }
        Some(wide)
    }

    /// Whether more than the best game is requested.
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
