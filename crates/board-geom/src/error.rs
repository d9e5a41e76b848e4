/// Why a board was not located or a calibration not read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GeomError {
    /// The four corners do not form a convex quadrangle.
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
        /// The step at which the search stopped.
        reason: String,
    },
    /// The board has another number of lines than requested.
    #[error(
        "the board in the photo has {found} lines a side, not {}",
        any_of(asked)
    )]
    OtherSize {
        /// The requested sizes.
        asked: Vec<usize>,
        /// The size found.
        found: usize,
    },
    /// The board has another number of squares than requested.
    #[error(
        "the board in the photo seems to have {found} × {found} squares, not {asked} × {asked}"
    )]
    OtherSquares {
        /// The requested number of squares a side.
        asked: usize,
        /// The number of squares a side found.
        found: usize,
    },
    /// The coloured spots do not match the markers of a board.
    #[error(
        "{corners} spots of the corner markers' colour and {edges} of the edge markers' colour, \
         which no {expected} markers of one board explain"
    )]
    Markers {
        /// Spots of the corner markers' colour.
        corners: usize,
        /// Spots of the edge markers' colour.
        edges: usize,
        /// Number of markers of the board.
        expected: usize,
    },
    /// A calibration that cannot be used.
    #[error("not a usable calibration: {reason}")]
    Calibration {
        /// The fault, and where it is.
        reason: String,
    },
}

/// Numbers in a sentence: `9, 13 or 19`.
fn any_of(numbers: &[usize]) -> String {
    let names: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match names.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => names.concat(),
    }
}
