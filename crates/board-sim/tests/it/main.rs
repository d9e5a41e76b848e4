//! The integration tests of `board-sim`, in one program: it links once.

mod photos;
