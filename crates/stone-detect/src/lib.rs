//! How likely each content of each point of a board is in each photo.
