use board_core::{Cell, Color, MoveGen, Timing};

/// The game that explains the evidence best, and how far that can be trusted.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Decoded<M> {
    /// The moves in order. Passes are not among them: see [`Ply::after_pass`].
    pub plies: Vec<Ply<M>>,
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
    /// Effort spent.
    pub stats: Stats,
}

/// What is known about a decoded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// No legal game explains the evidence better under the model (up to hash collisions, and to
    /// rules that depend on more history than the game's key tells).
    Optimal,
    /// Each window was searched to its end; the whole may still be improved.
    Windows,
    /// The limit of [`Settings::nodes_per_frame`](crate::Settings::nodes_per_frame) was reached (in
    /// some window): the best game found by then.
    Limit,
}

/// One move of a decoded game.
#[derive(Clone, Debug, PartialEq)]
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
    /// below one half. Neighbouring frames are counted as independent, so it tends to extremes.
    pub confidence: f32,
    /// One of several stones placed before the other side's first move.
    pub handicap: bool,
    /// The other side was to move: it passed, or its move was not seen.
    pub after_pass: bool,
    /// For each point this move changes later than the rules do (a captured stone): the first frame
    /// in which the table has caught up, or the number of frames if it never does.
    pub lags: Vec<Lagged>,
}

/// When a lagging point caught up with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lagged {
    /// The point.
    pub point: usize,
    /// First frame that shows it as the rules have it.
    pub frame: usize,
}

/// Effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Prefixes extended.
    pub expanded: u64,
    /// Prefixes made.
    pub generated: u64,
    /// Windows searched.
    pub windows: usize,
}

impl<M: Copy + Eq> Decoded<M> {
    /// Calls `visit` with every frame and what the table shows in it according to this game,
    /// lagging points included.
    ///
    /// # Panics
    /// May panic if `start` is not the position this game was decoded from.
    pub fn visit_tables<P: MoveGen<Move = M>>(
        &self,
        start: &P,
        mut visit: impl FnMut(usize, &[P::Cell]),
    ) {
        let mut position = start.clone();
        let mut table: Vec<P::Cell> = (0..start.points()).map(|p| start.get(p)).collect();
        // (frame, point, content) of points that will catch up.
        let mut due: Vec<(usize, usize, P::Cell)> = Vec::new();
        let mut plies = self.plies.iter().peekable();
        for frame in 0..self.frame_cost.len() {
            due.retain(|&(when, point, cell)| {
                if when <= frame {
                    table[point] = cell;
                }
                when > frame
            });
            while let Some(ply) = plies.next_if(|ply| ply.frame <= frame) {
                position.set_to_move(ply.side);
                position.visit_changes(ply.mv, |change| {
                    let lag = ply.lags.iter().find(|lag| lag.point == change.point);
                    match lag {
                        Some(lag) if change.timing == Timing::Lagging && lag.frame > frame => {
                            due.push((lag.frame, change.point, change.after));
                        }
                        _ => table[change.point] = change.after,
                    }
                });
                position.play(ply.mv);
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
}

/// Content indices of a position.
pub(crate) fn contents<P: MoveGen>(position: &P) -> Vec<u8> {
    (0..position.points())
        .map(|point| position.get(point).index() as u8)
        .collect()
}
