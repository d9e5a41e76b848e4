/// What can go wrong when a board is located or a calibration is read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GeomError {
    /// The four corners are not those of a convex quadrangle.
    #[error("the corners {corners:?} (photo pixels) are not those of a convex quadrangle")]
    Corners {
        /// The corners as given.
        corners: [[f64; 2]; 4],
    },
    /// A board needs at least two points a side.
    #[error("a grid of {cols} columns and {rows} rows is not a board")]
    Size {
        /// Columns asked for.
        cols: usize,
        /// Rows asked for.
        rows: usize,
    },
    /// No board could be found in the photo.
    #[error("no board found: {reason}")]
    NotFound {
        /// How far the search came.
        reason: String,
    },
    /// A board of another size than asked for.
    #[error("the board in the photo has {found} lines a side, not {asked:?}")]
    OtherSize {
        /// The sizes asked for.
        asked: Vec<usize>,
        /// The size found.
        found: usize,
    },
    /// A board with another number of squares than asked for.
    #[error(
        "the board in the photo seems to have {found} × {found} squares, not {asked} × {asked}"
    )]
    OtherSquares {
        /// Squares a side asked for.
        asked: usize,
        /// Squares a side found.
        found: usize,
    },
    /// The coloured markers that were seen are not those of a board.
    #[error(
        "{corners} spots of the corner markers' colour and {edges} of the edge markers' colour, \
         which no {expected} markers of one board explain"
    )]
    Markers {
        /// Spots of the corner markers' colour.
        corners: usize,
        /// Spots of the edge markers' colour.
        edges: usize,
        /// How many markers the board has.
        expected: usize,
    },
    /// A calibration file that cannot be used.
    #[error("not a usable calibration: {reason}")]
    Calibration {
        /// What is wrong with it, and where.
        reason: String,
    },
}
