"""Opens a recorded PGN with python-chess, and compares its first game with the truth move by move.

Check and mate signs are compared too, as written in the record.
"""

import re
import sys

import chess.pgn


def game(path):
    with open(path, encoding="utf-8") as file:
        found = chess.pgn.read_game(file)
    if found is None or found.errors:
        sys.exit(f"{path}: {found and found.errors}")
    return found


record, truth = (game(path) for path in sys.argv[1:3])
ours, theirs = (list(g.mainline_moves()) for g in (record, truth))
if ours != theirs:
    sys.exit(f"{sys.argv[1]}: {ours} instead of {theirs}")
with open(sys.argv[1], encoding="utf-8") as file:
    text = re.sub(r"\[[^]]*\]|\{[^}]*\}|\d+\.+|1-0|0-1|1/2-1/2|\*", " ", file.read())
board, written = record.board(), text.split()
for move, san in zip(ours, written, strict=True):
    if board.san(move) != san:
        sys.exit(f"{sys.argv[1]}: {san} instead of {board.san(move)}")
    board.push(move)
print(f"{sys.argv[1]}: {len(ours)} plies, as python-chess writes them")
