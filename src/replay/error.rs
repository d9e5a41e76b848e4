use std::path::PathBuf;

/// Errors of rendering a record and of recording it again.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The scene cannot be rendered.
    #[error(transparent)]
    Scene(#[from] board_sim::SceneError),
    /// The placements cannot be rendered.
    #[error(transparent)]
    Script(#[from] board_sim::pieces::ScriptError),
    /// The folder contains photos of another game.
    #[error("{}: a photo of another game; choose another folder or remove it", path.display())]
    OtherPhotos {
        /// One of these photos.
        path: PathBuf,
    },
    /// The photos cannot be recorded, or the files cannot be used.
    #[error(transparent)]
    Record(#[from] crate::Error),
}
