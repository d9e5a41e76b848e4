//! Kibitzer watches a real board and writes the game down.
