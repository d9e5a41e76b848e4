//! Benches of single steps: photos to evidence, and maps of territory. See `benches/`.
