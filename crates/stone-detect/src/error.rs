use board_geom::ViewLayout;

/// Why views cannot be turned into evidence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DetectError {
    /// An option is out of range.
    #[error("the option {name} cannot be {value}")]
    BadOption {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A view has another layout than the first one of its series.
    #[error("a view laid out as {now:?} after views laid out as {first:?}")]
    Layout {
        /// Layout of the first view.
        first: ViewLayout,
        /// Layout of this view.
        now: ViewLayout,
    },
    /// There are no views.
    #[error("no photo shows the board")]
    NoViews,
}
