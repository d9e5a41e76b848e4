use thiserror::Error;

/// Why a series could not be decoded.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The evidence has no frame, so there is nothing to explain.
    #[error("the evidence holds no frame")]
    NoFrames,
    /// The evidence has no point, or a point no content.
    #[error("the evidence holds no point or no content")]
    NoPoints,
    /// Board and evidence disagree about the number of points.
    #[error("the board has {board} points, the evidence {evidence}")]
    Shape {
        /// Points of the start position.
        board: usize,
        /// Points of the evidence.
        evidence: usize,
    },
    /// The evidence is larger than [`Settings::evidence_limit`](crate::Settings::evidence_limit),
    /// or a point has more than 256 contents.
    #[error("the evidence holds {numbers} numbers, more than the limit of {limit}")]
    TooLarge {
        /// Frames × points × contents (saturated).
        numbers: usize,
        /// The limit in force.
        limit: usize,
    },
    /// A cost is not a number, or negative infinity.
    #[error("frame {frame}, point {point}, content {content}: a cost of {cost}")]
    BadCost {
        /// Frame of the cost.
        frame: usize,
        /// Point of the cost.
        point: usize,
        /// Index of the content in `Cell::ALL`.
        content: usize,
        /// The cost itself.
        cost: f32,
    },
    /// What frames say against a change is no number, or negative.
    #[error("frame {frame}, point {point}: {nats} nats against a change")]
    BadUnchanged {
        /// The second of the frames compared.
        frame: usize,
        /// The point.
        point: usize,
        /// The value itself.
        nats: f32,
    },
    /// A point is visible for one content and not for another, which has no meaning.
    #[error("frame {frame}, point {point}: visible for some contents only")]
    PartlyVisible {
        /// Frame of the point.
        frame: usize,
        /// The point.
        point: usize,
    },
    /// A setting has a value without meaning.
    #[error("setting `{name}` is {value}; {wanted}")]
    BadSetting {
        /// Path of the field inside [`Settings`](crate::Settings).
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it should be.
        wanted: &'static str,
    },
    /// No start position was given.
    #[error("no start position was given")]
    NoStart,
    /// No legal game reaches the last frame: nothing may be played any more and
    /// [`Model::still`](crate::Model::still) forbids to wait, or every move is forbidden.
    #[error("no legal game goes on beyond frame {frame}")]
    NoGame {
        /// The last frame reached.
        frame: usize,
    },
    /// A move of a given game is not legal.
    #[error("move {number} (from 0) of the given game is not legal")]
    IllegalMove {
        /// Its number among the moves given, from 0.
        number: usize,
    },
    /// A move prior gave a price that is none.
    #[error("the move prior gave a price of {price} before frame {frame}, after {ply} plies")]
    BadPrior {
        /// First frame that would show the move.
        frame: usize,
        /// Plies before it.
        ply: usize,
        /// The price.
        price: f32,
    },
    /// The progress callback asked to stop.
    #[error("cancelled after {frames} frames")]
    Cancelled {
        /// Frames reported as done by then.
        frames: usize,
    },
}
