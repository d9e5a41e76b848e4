"""Compares legal moves with those of pydraughts, an independent implementation.

Reads the lines of checkers-rules' example `random_games` and asks for the moves of each position anew. A move is its
ends and the set of what it takes; ways that differ in nothing else are one.
"""

import sys
from collections import Counter

from draughts import Board

VARIANTS = {
    "English": "english",
    "International": "standard",
    "Brazilian": "brazilian",
    "Russian": "russian",
    "Italian": "italian",
    "Frisian": "frisian",
}


def number(variant, square):
    """Where squares have letters, pydraughts counts the rows from White's side."""
    if variant not in ("Brazilian", "Russian"):
        return square
    row, place = divmod(square - 1, 4)
    return (7 - row) * 4 + place + 1


def theirs(variant, fen):
    moves = set()
    for move in Board(variant=VARIANTS[variant], fen=fen).legal_moves():
        squares = [move.board_move[0][0], move.board_move[-1][1], *move.captures]
        start, end, *taken = (number(variant, square) for square in squares)
        moves.add((start, end, *sorted(taken)))
    return moves


seen = Counter()
for line in sys.stdin:
    variant, fen, names = line.rstrip("\n").split("\t")
    if variant not in VARIANTS:
        continue
    ours = {tuple(map(int, name.split(","))) for name in names.split(" ")}
    expected = theirs(variant, fen)
    if ours != expected:
        sys.exit(f"{variant} {fen}: only ours {ours - expected}, only theirs {expected - ours}")
    seen[variant] += 1
if set(seen) != set(VARIANTS):
    sys.exit(f"nothing was compared of {set(VARIANTS) - set(seen)}")
print("as pydraughts has them: legal moves of", ", ".join(f"{n} {v}" for v, n in seen.items()), "positions")
