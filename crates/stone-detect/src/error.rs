use board_geom::ViewLayout;

/// What can go wrong when views are turned into evidence.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DetectError {
    /// An option out of range.
    #[error("the option {name} cannot be {value}")]
    BadOption {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A view laid out differently from the first one of its series.
    #[error("a view laid out as {now:?} after views laid out as {first:?}")]
    Layout {
        /// Of the first view.
        first: ViewLayout,
        /// Of this view.
        now: ViewLayout,
    },
    /// There was no view at all.
    #[error("no view was given")]
    NoViews,
}
