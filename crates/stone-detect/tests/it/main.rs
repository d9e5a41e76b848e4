//! The integration tests of `stone-detect`, in one program: it links once.

mod marked;
mod single_photo;
