use thiserror::Error;

/// Why a series could not be decoded.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The evidence has no frames, so there is nothing to explain.
    #[error("the evidence holds no frame")]
    NoFrames,
    /// The evidence has no points, or a point has no contents.
    #[error("the evidence holds no point or no content")]
    NoPoints,
    /// Board and evidence have different numbers of points.
    #[error("the board has {board} points, the evidence {evidence}")]
    Shape {
        /// Number of points of the start position.
        board: usize,
        /// Number of points of the evidence.
        evidence: usize,
    },
    /// The evidence is larger than [`Settings::evidence_limit`](crate::Settings::evidence_limit),
    /// or a point has more than 256 contents.
    #[error("the evidence holds {numbers} numbers, more than the limit of {limit}")]
    TooLarge {
        /// Frames × points × contents (saturated).
        numbers: usize,
        /// The limit.
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
    /// The cost of a change is not a number, or negative.
    #[error("frame {frame}, point {point}: {nats} nats against a change")]
    BadUnchanged {
        /// The second of the compared frames.
        frame: usize,
        /// The point.
        point: usize,
        /// The value itself.
        nats: f32,
    },
    /// A point is visible for one content and not for another, which is meaningless.
    #[error("frame {frame}, point {point}: visible for some contents only")]
    PartlyVisible {
        /// Frame of the point.
        frame: usize,
        /// The point.
        point: usize,
    },
    /// A setting has an invalid value.
    #[error("setting `{name}` is {value}; {wanted}")]
    BadSetting {
        /// Path of the field in [`Settings`](crate::Settings).
        name: &'static str,
        /// Its value.
        value: f64,
        /// The allowed values.
        wanted: &'static str,
    },
    /// No start position was given.
    #[error("no start position was given")]
    NoStart,
    /// No legal game reaches the last frame: no move is legal and [`Model::still`](crate::Model::still) forbids
    /// waiting, or every move is forbidden.
    #[error("no legal game goes on beyond frame {frame}")]
    NoGame {
        /// The last frame reached.
        frame: usize,
    },
    /// A move of a given game is not legal.
    #[error("move {number} (from 0) of the given game is not legal")]
    IllegalMove {
        /// Its index among the given moves, from 0.
        number: usize,
    },
    /// A move prior returned an invalid price.
    #[error("the move prior gave a price of {price} before frame {frame}, after {ply} plies")]
    BadPrior {
        /// The first frame that would show the move.
        frame: usize,
        /// Number of plies before it.
        ply: usize,
        /// The price.
        price: f32,
    },
    /// The progress callback ended the search.
    #[error("cancelled after {frames} frames")]
    Cancelled {
        /// Number of frames reported by then.
        frames: usize,
    },
}
