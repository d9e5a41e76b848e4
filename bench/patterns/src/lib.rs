//! Benches of `patterns`: its tree, and its library beside libkombilo. See `benches/`.
