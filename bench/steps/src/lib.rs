//! Benches of the single steps: photos to evidence, and maps of territory. See `benches/`.
