//! The integration tests of `piece-detect`, in one program: it links once.

mod marked;
mod shadows;
mod single_photo;
