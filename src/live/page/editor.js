// Setting a position: by its text, or piece by piece on the board.
import { $, command, say } from "./server.js";
import { columns, draw, letters } from "./board.js";

const SETS = { chess: "KQRBNPkqrbnp", checkers: "MCmc", go: "XO" };
let edited = null;

export const editing = () => edited !== null;

export function edit(state) {
  if (!state.game) return say("The board has to be seen first.", { wrong: true });
  edited = { game: state.setup.game, board: state.game.board, letters: letters(state.game), tool: "." };
  $("editor").hidden = false;
  $("notation").textContent = edited.game === "go" ? "Rows" : "FEN";
  $("side").value = state.game.to_move;
  $("palette").replaceChildren(...[...SETS[edited.game], "."].map((letter) => {
    const name = letter === "." ? "✕" : `${NAMES[letter]}\ufe0e`;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: name });
    button.dataset.letter = letter;
    button.className = "KQRBNPMCO".includes(letter) ? "white" : "black";
    button.onclick = () => {
      edited.tool = letter;
      for (const other of $("palette").children) other.classList.toggle("on", other === button);
    };
    return button;
  }));
  show();
}

const NAMES = {
  K: "♚", Q: "♛", R: "♜", B: "♝", N: "♞", P: "♟", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟",
  M: "⛂", C: "⛃", m: "⛂", c: "⛃", X: "●", O: "●",
};

function show() {
  draw(edited);
  $("text").value = text();
}

export function putAt(point) {
  edited.letters[point] = edited.letters[point] === edited.tool ? "." : edited.tool;
  show();
}

export function changeSide() { if (edited) show(); }

// The position as the server reads it.
function text() {
  const { game, board, letters } = edited, cols = columns(board), side = $("side").value[0];
  const rows = [];
  for (let at = 0; at < letters.length; at += cols) rows.push(letters.slice(at, at + cols).join(""));
  if (game === "go") return `${rows.join("/")} ${side}`;
  if (game === "chess") {
    return `${rows.map((row) => row.replace(/\.+/g, (gap) => gap.length)).join("/")} ${side} ${castling(letters)} - 0 1`;
  }
  const squares = (man, king) => letters.flatMap((letter, point) =>
    letter === man ? [board.names[point]] : letter === king ? [`K${board.names[point]}`] : []).join(",");
  return `${side.toUpperCase()}:W${squares("M", "C")}:B${squares("m", "c")}`;
}

// Kings and rooks on their first squares may castle; who knows better writes it into the text.
function castling(letters) {
  const at = (point, letter) => letters[point] === letter;
  const rights = [["K", 60, "K", 63, "R"], ["Q", 60, "K", 56, "R"], ["k", 4, "k", 7, "r"], ["q", 4, "k", 0, "r"]]
    .filter(([, king, k, rook, r]) => at(king, k) && at(rook, r)).map(([name]) => name);
  return rights.join("") || "-";
}

export async function use() {
  if (!await command({ do: "position", text: $("text").value })) return;
  cancelEdit();
  say("The game goes on from this position; its record is a separate one.",
    { offer: ["Undo", () => command({ do: "not_over" })] });
}

export function cancelEdit() {
  edited = null;
  $("editor").hidden = true;
  dispatchEvent(new Event("redraw"));
}
