//! The integration tests of `board-geom`, in one program: it links once.

mod real_photos;
mod simulated;
mod squares_drawn;
mod squares_photos;
mod squares_simulated;
