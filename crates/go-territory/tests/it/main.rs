//! The integration tests of `go-territory`, in one program: it links once.

mod clusters;
mod color_map;
mod dead;
mod engine;
mod influence;
mod pictures;
mod symmetry;
