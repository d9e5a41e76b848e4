//! The rules of Go: legality, captures, ko and superko, scoring, SGF.
