use board_core::{Cell, Color, MoveGen};

/// The game that explains the evidence best, and how far that can be trusted.
///
/// With the feature `serde` it can be stored and read back as it is. Reading does not compare it with a start position:
/// play its moves to check them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Decoded<M> {
    /// Which of the start positions given it begins with.
    pub start: usize,
    /// The moves in order. Passes are not among them: see [`Ply::after_pass`].
    pub plies: Vec<Ply<M>>,
    /// What was set down and taken back, in order of time.
    pub touches: Vec<Touch<M>>,
    /// Total cost in nats above explaining every frame by its best contents, legal or not.
    pub cost: f64,
    /// No legal game costs less than this; equal to `cost` when proven best.
    pub lower_bound: f64,
    /// What is known about the result.
    pub proof: Proof,
    /// What each frame contributes to [`cost`](Decoded::cost): how much worse, in nats, the decoded
    /// table fits it than its best contents do. Peaks are frames the game does not explain: hands,
    /// disturbances, or a wrong move.
    pub frame_cost: Vec<f32>,
    /// What the events just before each frame contribute to [`cost`](Decoded::cost), and what is late
    /// in it. Together with [`frame_cost`](Decoded::frame_cost) and the price of the start it adds up.
    pub event_cost: Vec<f32>,
    /// What the rules cost in each frame: by how much the frame and the events just before it cost more than was to be
    /// expected if every point could change alone. It adds up to what [`cost`](Decoded::cost) is above the bound that
    /// the search began with. Peaks are where the rules and the evidence do not agree. Empty in
    /// [`others`](Decoded::others), and with [`Method::Paper`](crate::Method::Paper).
    pub strain: Vec<f32>,
    /// Whether this is the game that was seen, as far as the strain tells: not where the rules cost more than
    /// [`Settings::strain_limit`](crate::Settings::strain_limit) allows. Then the search has lost the game, or the
    /// evidence is of another one, and [`Ply::followed`] says where.
    pub followed: bool,
    /// Where the game ends, if it does before the frames do ([`Model::lost`](crate::Model::lost)). The rest of this is
    /// of the frames before that.
    pub end: Option<End>,
    /// Further games with other moves, the best first, as many as
    /// [`Settings::n_best`](crate::Settings::n_best) asks for and the search has kept; none of them
    /// has others of its own.
    pub others: Vec<Decoded<M>>,
    /// Effort spent.
    pub stats: Stats,
    /// What the move prior asked for the plies just before each frame: a part of `event_cost`.
    pub(crate) prior_cost: Vec<f32>,
    /// Every change of the table: frame, point, content.
    pub(crate) shown: Vec<(usize, usize, u8)>,
}

/// A frame from which on no moves of a game explain what is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct End {
    /// The first frame that is not of the game.
    pub frame: usize,
    /// What it seems to show.
    pub kind: EndKind,
}

/// What ends a game before its frames do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EndKind {
    /// More was played than the frames tell, or pieces were put elsewhere.
    Lost,
    /// Pieces were taken off the board without a move, some or all of them.
    Cleared,
    /// A start position was set up.
    SetUp,
}

/// What is known about a decoded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Proof {
    /// No legal game explains the evidence better under the model (up to rounding of 10⁻³ nats, hash
    /// collisions, and rules that depend on more history than the game's key tells).
    Optimal,
    /// Not proven best: a limit was reached, or the method does not prove.
    /// [`Decoded::lower_bound`] says by how much it may at most be improved.
    Limit,
}

/// One move of a decoded game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Ply<M> {
    /// The move.
    pub mv: M,
    /// Who played it.
    pub side: Color,
    /// First frame after it. Moves with the same frame fell between the same two frames.
    pub frame: usize,
    /// Probability, from 0 to 1, of this move against its not having been made, everything else
    /// being as decoded: the logistic function of what the points it changes would have cost more
    /// had they stayed as they were (each until something else changes it, or to the end), less the
    /// price of the move. A move that was never seen and is only there because the rules need it is
    /// below one half. No higher than that where the ply is not [`followed`](Ply::followed). With
    /// [`Settings::posteriors`](crate::Settings::posteriors) no higher than [`posterior`](Ply::posterior), after [`Decoded::weigh_orders`] no higher than
    /// [`order`](Ply::order). Neighbouring frames are counted as independent, so it tends to extremes.
    pub confidence: f32,
    /// Share of this move, at any time near here, among all games the search has kept, weighed by
    /// their probability; 1 where that was not asked for.
    pub posterior: f32,
    /// Share of this move among all that may have been made as just this ply of the game, in another order of its
    /// moves; 1 where that was not weighed.
    pub order: f32,
    /// Share of this move by frame: when it may have been made. Empty where not asked for.
    pub when: Vec<(usize, f32)>,
    /// What may have been played about here instead, the likeliest first, other moves of the game among them where
    /// orders were weighed. Empty where not asked for.
    pub rivals: Vec<Rival<M>>,
    /// One of several stones placed before the other side's first move.
    pub handicap: bool,
    /// The other side was to move: it passed, or its move was not seen.
    pub after_pass: bool,
    /// Whether the game is followed about here: see [`Decoded::followed`].
    pub followed: bool,
    /// For each point the table shows later than the rules have it: when it catches up.
    pub lags: Vec<Lagged>,
}

/// A move that is not in the decoded game but might be, or not in this place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rival<M> {
    /// The move.
    pub mv: M,
    /// Who would have played it.
    pub side: Color,
    /// The frame it would most likely first show in.
    pub frame: usize,
    /// Its share among all games kept, or among all orders weighed.
    pub posterior: f32,
}

/// Pieces moved as in a legal move and put back: see [`Model`](crate::Model).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Touch<M> {
    /// The move it looked like.
    pub mv: M,
    /// Who would have played it.
    pub side: Color,
    /// First frame that shows it.
    pub frame: usize,
    /// First frame by which all points are as they were.
    pub until: usize,
    /// Whether the frames plainly show its pieces where it put them, for three frames and more, in a film for as many
    /// as a quarter of what a move has: then it was no hand, but a move that was taken back.
    pub taken_back: bool,
}

/// When a lagging point caught up with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lagged {
    /// The point.
    pub point: usize,
    /// First frame that shows it as the rules have it, or the number of frames if none does. Before
    /// it shows what it held, or nothing if a piece was taken away first.
    pub frame: usize,
}

/// Effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Prefixes extended.
    pub expanded: u64,
    /// Prefixes made.
    pub generated: u64,
}

impl<M> Decoded<M> {
    /// A game without moves, of which nothing is known.
    pub(crate) fn unknown() -> Self {
        Self {
            start: 0,
            plies: Vec::new(),
            touches: Vec::new(),
            cost: 0.0,
            lower_bound: 0.0,
            proof: Proof::Limit,
            frame_cost: Vec::new(),
            event_cost: Vec::new(),
            strain: Vec::new(),
            followed: true,
            end: None,
            others: Vec::new(),
            stats: Stats::default(),
            prior_cost: Vec::new(),
            shown: Vec::new(),
        }
    }
}

impl<M: Copy + Eq> Decoded<M> {
    /// How many frames there are before the end of the game; all of them if it has none.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frame_cost.len()
    }

    /// Calls `visit` with every frame and what the table shows in it according to this game: lagging
    /// points and touches included.
    ///
    /// # Panics
    /// May panic if `start` is not the position this game was decoded from.
    pub fn visit_tables<P: MoveGen<Move = M>>(
        &self,
        start: &P,
        mut visit: impl FnMut(usize, &[P::Cell]),
    ) {
        let mut table: Vec<P::Cell> = start.cells().collect();
        let mut shown = self.shown.iter().peekable();
        for frame in 0..self.frame_cost.len() {
            while let Some(&(_, point, content)) = shown.next_if(|s| s.0 <= frame) {
                table[point] = P::Cell::ALL[usize::from(content)];
            }
            visit(frame, &table);
        }
    }

    /// The position after all moves.
    ///
    /// # Panics
    /// May panic if `start` is not the position this game was decoded from.
    #[must_use]
    pub fn final_position<P: MoveGen<Move = M>>(&self, start: &P) -> P {
        let mut position = start.clone();
        for ply in &self.plies {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        position
    }

    /// What the game shows in the frame before one; `start` is the contents of the position it begins with.
    pub(crate) fn table_before(&self, start: &[u8], frame: usize) -> Vec<u8> {
        let mut table = start.to_vec();
        for &(_, point, content) in self.shown.iter().filter(|shown| shown.0 < frame) {
            table[point] = content;
        }
        table
    }

    /// The content a point was last made to show before frame `end`.
    pub(crate) fn last_shown(&self, point: usize, end: usize) -> Option<u8> {
        let shown = self.shown.iter().rev();
        let mut shown = shown.filter(|s| s.0 < end && s.1 == point);
        shown.next().map(|s| s.2)
    }

    /// The plies whose confidence is below `level`, with their index: where to look again.
    pub fn doubtful(&self, level: f32) -> impl Iterator<Item = (usize, &Ply<M>)> {
        let plies = self.plies.iter().enumerate();
        plies.filter(move |(_, ply)| ply.confidence < level)
    }
}
