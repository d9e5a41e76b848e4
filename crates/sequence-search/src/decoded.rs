use board_core::{Cell, Color, MoveGen};

/// The game that explains the evidence best, with measures of its reliability.
///
/// With the feature `serde`, it can be stored and restored. Restoring does not check it against a start position: play
/// its moves to check them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Decoded<M> {
    /// Index of the start position, among those given.
    pub start: usize,
    /// The moves in order, without passes: see [`Ply::after_pass`].
    pub plies: Vec<Ply<M>>,
    /// False moves, which were made and put back, in order of time.
    pub touches: Vec<Touch<M>>,
    /// Total cost in nats above explaining every frame by its best contents, legal or not.
    pub cost: f64,
    /// Lower bound on the cost of any legal game; equal to `cost` if the game is proven best. The gap between the two
    /// is what has not been proven, not a measure of doubt: the bound knows only a part of what the rules forbid, and
    /// right games in much noise may have gaps of a hundred nats.
    pub lower_bound: f64,
    /// Whether the game is proven best.
    pub proof: Proof,
    /// The contribution of each frame to [`cost`](Decoded::cost): how much worse, in nats, the decoded table fits it
    /// than its best contents. Peaks are frames the game does not explain: hands, disturbances, or a wrong move.
    pub frame_cost: Vec<f32>,
    /// The contribution to [`cost`](Decoded::cost) of the events just before each frame, and of lagging in it. Together
    /// with [`frame_cost`](Decoded::frame_cost) and the price of the start, it adds up to the cost.
    pub event_cost: Vec<f32>,
    /// The cost of the rules in each frame: how much more the frame and the events just before it cost than if every
    /// point could change alone, apart from the price of plies that set no piece down. With that price, it adds up to
    /// the difference between [`cost`](Decoded::cost) and the initial bound of the search. Peaks show where the rules
    /// contradict the evidence. Empty in [`others`](Decoded::others), of [`score_game`](crate::score_game), and with
    /// [`Method::Paper`](crate::Method::Paper).
    pub strain: Vec<f32>,
    /// Whether the evidence is of this game, judging by the strain: false if the rules cost more than
    /// [`Settings::strain_limit`](crate::Settings::strain_limit) allows. Then the search has lost the game, or the
    /// evidence is of another one, and [`Ply::followed`] says where. True where nothing is seen, and of
    /// [`score_game`](crate::score_game), which does not judge.
    pub followed: bool,
    /// The end of the game, if it is before the last frame ([`Model::lost`](crate::Model::lost)). Everything else then
    /// describes the frames before it.
    pub end: Option<End>,
    /// Other games with different moves, best first: as many as [`Settings::n_best`](crate::Settings::n_best) asks for
    /// and the search has kept. They have no others of their own.
    pub others: Vec<Decoded<M>>,
    /// Effort of the search.
    pub stats: Stats,
    /// The prices of the move prior for the plies just before each frame: a part of `event_cost`.
    pub(crate) prior_cost: Vec<f32>,
    /// Every change of the table: frame, point, content.
    pub(crate) shown: Vec<(usize, usize, u8)>,
}

/// The end of a game: from this frame on, no moves explain the evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct End {
    /// The first frame after the game.
    pub frame: usize,
    /// What seems to have happened.
    pub kind: EndKind,
}

/// What ended a game before its last frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum EndKind {
    /// Moves were missed, or pieces were moved without a move.
    Lost,
    /// Some or all pieces were removed without a move.
    Cleared,
    /// A start position was set up.
    SetUp,
}

/// Whether a decoded game is proven best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Proof {
    /// No legal game explains the evidence better under the model (up to rounding of 10⁻³ nats, hash collisions, and
    /// rules that depend on more history than the game's key contains).
    Optimal,
    /// Not proven: a limit was reached, or the method gives no proof. [`Decoded::lower_bound`] bounds the possible
    /// improvement.
    Limit,
}

/// One move of a decoded game.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Ply<M> {
    /// The move.
    pub mv: M,
    /// The side that played it.
    pub side: Color,
    /// The first frame after it. Moves with the same frame were played between the same two frames.
    pub frame: usize,
    /// How sure the move is, from 0 to 1: the least of
    ///
    /// - the probability that it was made rather than not, with everything else as decoded: the logistic function of
    ///   how much more the points it changes would have cost unchanged (each until its next event, or to the end),
    ///   minus the price of the move. A move that was never visible, and is only required by the rules, is below 0.5;
    /// - its [`posterior`](Ply::posterior), and after [`Decoded::weigh_orders`] its [`order`](Ply::order);
    /// - one half if the ply is not [`followed`](Ply::followed).
    ///
    /// Neighbouring frames count as independent, so it tends to extremes. Games that the search has not met do not
    /// count; there are some where two or three moves fall between frames. Nor do other orders of moves that show
    /// together, without `weigh_orders`. It says nothing about moves that are missing: a game with two more moves
    /// that undo each other may cost little more, and is one of the [`others`](Decoded::others) if
    /// [`n_best`](crate::Settings::n_best) asks for them.
    pub confidence: f32,
    /// Posterior probability of this move, at any time near here, among all games the search has kept; 1 without
    /// [`Settings::posteriors`](crate::Settings::posteriors).
    pub posterior: f32,
    /// Posterior probability of this move as just this ply among the possible orders of the game's moves; 1 if orders
    /// were not weighed.
    pub order: f32,
    /// Posterior probability by frame: when the move may have been made. Empty without posteriors.
    pub when: Vec<(usize, f32)>,
    /// Alternatives to this move around here, most likely first, including other moves of the game if orders were
    /// weighed. Empty without posteriors and orders.
    pub rivals: Vec<Rival<M>>,
    /// Whether it is one of several stones placed before the other side's first move.
    pub handicap: bool,
    /// Whether the other side was to move: it passed, or its move was not seen.
    pub after_pass: bool,
    /// Whether the game is followed around here: see [`Decoded::followed`].
    pub followed: bool,
    /// When the table catches up, for each point that lags behind the rules.
    pub lags: Vec<Lagged>,
}

/// An alternative to a move of the decoded game, or to its place.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rival<M> {
    /// The move.
    pub mv: M,
    /// The side that would have played it.
    pub side: Color,
    /// The frame it would most likely first show in.
    pub frame: usize,
    /// Its posterior probability among all games kept, or among all orders weighed.
    pub posterior: f32,
}

/// A false move: pieces moved as in a legal move and put back; see [`Model`](crate::Model).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Touch<M> {
    /// The move it looked like.
    pub mv: M,
    /// The side that would have played it.
    pub side: Color,
    /// The first frame that shows it.
    pub frame: usize,
    /// The first frame in which all its points are restored, or if its piece was moved on from there, that of the ply
    /// which did it.
    pub until: usize,
    /// Whether the frames clearly show its pieces on their new points for at least three frames, or in video for a
    /// quarter of the frames of a move: then it was a move that was taken back, not a hand. Evidence is clear that is
    /// three quarters as strong as that of the clearest points of the frame, a tenth of them. False moves of one side
    /// that come in the same frame and go in the same frame are an arm.
    pub taken_back: bool,
}

/// When a lagging point caught up with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Lagged {
    /// The point.
    pub point: usize,
    /// The first frame that shows it as the rules say, or the number of frames if none does. Before, it shows its old
    /// content, or empty if a piece was removed first.
    pub frame: usize,
}

/// The effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Stats {
    /// Number of times a prefix was extended: several times if at first only by its cheaper moves.
    pub expanded: u64,
    /// Number of prefixes generated.
    pub generated: u64,
}

impl<M> Decoded<M> {
    /// An unknown game without moves.
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
    /// The moves in order, each with its side, as [`score_game`](crate::score_game) takes them.
    #[must_use]
    pub fn moves(&self) -> Vec<(Color, M)> {
        self.plies.iter().map(|ply| (ply.side, ply.mv)).collect()
    }

    /// Number of frames before the end of the game; all frames if it has none.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frame_cost.len()
    }

    /// Calls `visit` with every frame and the table it shows according to this game, including lagging points and false
    /// moves.
    ///
    /// # Panics
    /// May panic if `start` is not the start position of this game.
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
    /// May panic if `start` is not the start position of this game.
    #[must_use]
    pub fn final_position<P: MoveGen<Move = M>>(&self, start: &P) -> P {
        let mut position = start.clone();
        for ply in &self.plies {
            position.set_to_move(ply.side);
            position.play(ply.mv);
        }
        position
    }

    /// The table in the frame before `frame`; `start` holds the contents of the start position.
    pub(crate) fn table_before(&self, start: &[u8], frame: usize) -> Vec<u8> {
        let mut table = start.to_vec();
        for &(_, point, content) in self.shown.iter().filter(|shown| shown.0 < frame) {
            table[point] = content;
        }
        table
    }

    /// The last content of a point before frame `end`, if it changed.
    pub(crate) fn last_shown(&self, point: usize, end: usize) -> Option<u8> {
        let shown = self.shown.iter().rev();
        let mut shown = shown.filter(|s| s.0 < end && s.1 == point);
        shown.next().map(|s| s.2)
    }

    /// The plies with a confidence below `level`, with their index.
    pub fn doubtful(&self, level: f32) -> impl Iterator<Item = (usize, &Ply<M>)> {
        let plies = self.plies.iter().enumerate();
        plies.filter(move |(_, ply)| ply.confidence < level)
    }
}
