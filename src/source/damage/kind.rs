//! The kinds of damage.

/// What is wrong with a JPEG.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Damage {
    /// It ends before its end marker.
    Cut,
    /// There are too few data for the blocks of the picture.
    Short,
    /// There are too many data for the blocks of the picture.
    Long,
    /// There are data that no encoder writes.
    Broken,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Damage::Cut => "the JPEG is truncated",
            Damage::Short => "the JPEG is damaged: a part of the picture is missing",
            Damage::Long => "the JPEG is damaged: it has more data than the picture",
            Damage::Broken => "the JPEG is damaged: a part of its data makes no sense",
        })
    }
}
