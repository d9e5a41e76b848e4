use std::path::PathBuf;

/// What can go wrong between a record, its photos and the record of those.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The scene cannot be rendered.
    #[error(transparent)]
    Scene(#[from] board_sim::SceneError),
    /// The placements cannot be photographed.
    #[error(transparent)]
    Script(#[from] board_sim::pieces::ScriptError),
    /// Photos of another game are in the way.
    #[error("{}: a photo of another game is there; choose another folder or take it away", path.display())]
    InTheWay {
        /// One of them.
        path: PathBuf,
    },
    /// The photos cannot be recorded, or the files cannot be used.
    #[error(transparent)]
    Record(#[from] crate::Error),
}
