//! Renders games to photos of a real-looking board, with the truth.
