// The diagram: the position with the last move, and the position that is being set.
import { $ } from "./server.js";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
const PIECES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };
let flipped = false, drawn = null;

export const columns = (board) => board.kind === "points" ? board.cols : board.size;
export const rows = (board) => board.kind === "points" ? board.rows : board.size;

// How strongly a point is marked that a photo shows otherwise by so many nats.
export const heat = (nats) => Math.min(1, nats / 8);

// What is on the board after so many plies, a letter a point.
export function letters(game, plies = game.moves.length) {
  const letters = [...game.start];
  for (const move of game.moves.slice(0, plies)) for (const [point, letter] of move.changes) letters[point] = letter;
  return letters;
}

export const isFlipped = () => flipped;

export function flip() {
  flipped = !flipped;
  if (drawn) draw(drawn);
  dispatchEvent(new Event("flip"));
}

// The arrow of a move that changes these points: from where a piece of its side leaves to where it arrives. A stone
// only arrives.
export function arrow(letters, { changes, share }) {
  const to = changes.find(([, letter]) => "kK".includes(letter)) || changes.find(([, letter]) => letter !== ".");
  if (!to) return null;
  const white = (letter) => letter === letter.toUpperCase();
  const from = changes.find(([point, letter]) =>
    letter === "." && letters[point] !== "." && white(letters[point]) === white(to[1]));
  return { from: from?.[0], to: to[0], share };
}

// The name of a point, as players say it.
export function nameOf(board, point) {
  const cols = columns(board), col = point % cols, row = rows(board) - Math.floor(point / cols);
  if (board.names?.length) return board.names[point];
  return (board.kind === "points" ? LETTERS : "abcdefgh")[col] + row;
}

// Shows that there is no position.
export function clear() {
  drawn = null;
  $("board").hidden = true;
}

// Draws letters on a board. `last` are the points of the last move, `pale` those that may still change, `marked` those
// that were clicked, `differences` those that the last photo shows otherwise, `arrows` are moves that may have been
// played instead, `score` says whose the points are.
export function draw(what) {
  drawn = what;
  $("board").hidden = false;
  const { board, letters, last = new Set(), pale = new Set(), marked = new Set() } = what;
  const { differences = [], arrows = [], score } = what;
  const cols = columns(board), points = board.kind === "points", canvas = $("board");
  const cell = Math.floor(960 / (cols + 2 * margin(board))), edge = Math.round(2 * margin(board) * cell);
  [canvas.width, canvas.height] = [cols * cell + edge, rows(board) * cell + edge];
  const to = canvas.getContext("2d");
  to.fillStyle = "#dcb35c";
  to.fillRect(0, 0, canvas.width, canvas.height);
  if (points) lines(to, board, cell);
  letters.forEach((letter, point) => {
    const [x, y] = middle(board, point, cell);
    if (!points) {
      const dark = board.names?.length ? board.names[point] !== "" : (point + Math.floor(point / cols)) % 2 === 1;
      square(to, x, y, cell, dark ? "#b58863" : "#f0d9b5");
      if (last.has(point)) square(to, x, y, cell, "#f6e05e88");
    }
    if (marked.has(point)) square(to, x, y, cell, "#38bdf888");
    to.globalAlpha = pale.has(point) ? 0.75 : 1;
    if (letter !== ".") piece(to, letter, x, y, cell, points);
    to.globalAlpha = 1;
    if (last.has(point) && points) disc(to, x, y, cell / 7, "#e53e3e");
  });
  if (points) names(to, board, cell);
  else coordinates(to, board, cell);
  if (score) territory(to, board, cell, score, letters);
  for (const one of arrows) pointTo(to, board, cell, one);
  for (const { point, nats } of differences) {
    const [x, y] = middle(board, point, cell);
    to.strokeStyle = `rgb(229 62 62 / ${heat(nats)})`;
    to.lineWidth = 5;
    to.strokeRect(x - cell / 2 + 3, y - cell / 2 + 3, cell - 6, cell - 6);
  }
}

// The point of the board that an event is at.
export function pointAt(event, board) {
  const box = $("board").getBoundingClientRect(), cols = columns(board), high = rows(board);
  const at = (share, count) => Math.floor(share * (count + 2 * margin(board)) - margin(board));
  let col = at((event.clientX - box.left) / box.width, cols);
  let row = at((event.clientY - box.top) / box.height, high);
  if (flipped) [col, row] = [cols - 1 - col, high - 1 - row];
  return col >= 0 && col < cols && row >= 0 && row < high ? row * cols + col : null;
}

// Names of the lines of a Go board stand around it, in a margin of so many cells.
const margin = (board) => board.kind === "points" ? 0.5 : 0;

function middle(board, point, cell) {
  const cols = columns(board), place = flipped ? cols * rows(board) - 1 - point : point;
  return [place % cols, Math.floor(place / cols)].map((at) => (at + 0.5 + margin(board)) * cell);
}

function square(to, x, y, cell, color) {
  to.fillStyle = color;
  to.fillRect(x - cell / 2, y - cell / 2, cell, cell);
}

function disc(to, x, y, radius, color) {
  to.fillStyle = color;
  to.beginPath();
  to.arc(x, y, radius, 0, 7);
  to.fill();
}

// Small squares of the owner's colour on points, and on dead stones.
function territory(to, board, cell, { owners, dead }, letters) {
  [...owners].forEach((owner, point) => {
    const [x, y] = middle(board, point, cell);
    if (owner === "." || letters[point] !== "." && !dead.includes(point)) return;
    square(to, x, y, cell * 0.34, owner === "X" ? "#111" : "#fff");
    to.lineWidth = 1.5;
    to.strokeStyle = "#555";
    to.strokeRect(x - cell * 0.17, y - cell * 0.17, cell * 0.34, cell * 0.34);
  });
}

function pointTo(to, board, cell, { from, to: end, share }) {
  const [x, y] = middle(board, end, cell), color = `rgb(37 99 235 / ${0.35 + 0.6 * share})`;
  to.strokeStyle = to.fillStyle = color;
  if (from == null) {
    to.lineWidth = cell / 9;
    to.setLineDash([cell / 6, cell / 8]);
    to.beginPath();
    to.arc(x, y, cell * 0.38, 0, 7);
    to.stroke();
    return to.setLineDash([]);
  }
  const [a, b] = middle(board, from, cell), angle = Math.atan2(y - b, x - a), head = cell * 0.32;
  const tip = (distance, turn) => [x - distance * Math.cos(angle + turn), y - distance * Math.sin(angle + turn)];
  to.lineWidth = cell / 8;
  to.beginPath();
  to.moveTo(a, b);
  to.lineTo(...tip(head * 0.8, 0));
  to.stroke();
  to.beginPath();
  to.moveTo(x, y);
  to.lineTo(...tip(head, 0.5));
  to.lineTo(...tip(head, -0.5));
  to.fill();
}

function lines(to, board, cell) {
  const { cols, rows } = board;
  to.strokeStyle = "#5b4a2a";
  to.lineWidth = 2;
  to.beginPath();
  const at = (i) => (i + 0.5 + margin(board)) * cell;
  for (let i = 0; i < cols; i++) { to.moveTo(at(i), at(0)); to.lineTo(at(i), at(rows - 1)); }
  for (let i = 0; i < rows; i++) { to.moveTo(at(0), at(i)); to.lineTo(at(cols - 1), at(i)); }
  to.stroke();
  const third = cols >= 13 ? 3 : 2;
  if (cols !== rows || cols % 2 === 0 || cols < 9) return;
  for (const col of [third, (cols - 1) / 2, cols - 1 - third]) for (const row of [third, (cols - 1) / 2, cols - 1 - third]) {
    disc(to, at(col), at(row), cell / 9, "#5b4a2a");
  }
}

// Letters, without I, and numbers at the edges of a Go board.
function names(to, board, cell) {
  const { cols, rows } = board, edge = cell * 0.3;
  to.fillStyle = "#3b2f18";
  to.font = `600 ${cell * 0.46}px system-ui, sans-serif`;
  to.textAlign = "center";
  to.textBaseline = "middle";
  for (let col = 0; col < cols; col++) {
    const [x] = middle(board, col, cell);
    to.fillText(LETTERS[col], x, to.canvas.height - edge);
  }
  for (let row = 0; row < rows; row++) {
    const [, y] = middle(board, row * cols, cell);
    to.fillText(rows - row, edge, y);
  }
}

// Numbers on the dark squares of draughts; letters and numbers at the edges of a chessboard.
function coordinates(to, board, cell) {
  const names = board.names?.length;
  to.font = `600 ${cell / (names ? 6 : 5)}px system-ui, sans-serif`;
  to.textAlign = "left";
  to.textBaseline = names ? "top" : "alphabetic";
  for (let point = 0; point < board.size * board.size; point++) {
    const [x, y] = middle(board, point, cell), col = point % board.size, row = Math.floor(point / board.size);
    const edge = flipped ? [row === 0, col === board.size - 1] : [row === board.size - 1, col === 0];
    const text = names ? board.names[point]
      : (edge[0] ? String.fromCharCode(97 + col) : "") + (edge[1] ? board.size - row : "");
    to.fillStyle = (row + col) % 2 ? "#fffc" : "#000a";
    to.fillText(text, x - cell / 2 + 4, names ? y - cell / 2 + 4 : y + cell / 2 - 5);
  }
}

function piece(to, letter, x, y, cell, stones) {
  const white = stones ? letter === "O" : letter === letter.toUpperCase();
  if (stones || "mMcC".includes(letter)) {
    disc(to, x, y, cell * (stones ? 0.46 : 0.41), white ? "#fff" : "#222");
    to.strokeStyle = "#333";
    to.lineWidth = 2;
    to.stroke();
    if ("cC".includes(letter)) disc(to, x, y, cell / 6, "#d69e2e");
    return;
  }
  to.font = `${cell * 0.86}px "DejaVu Sans", "Segoe UI Symbol", "Apple Symbols", serif`;
  to.textAlign = "center";
  to.textBaseline = "middle";
  to.lineWidth = 3;
  to.strokeStyle = white ? "#222" : "#eee";
  to.fillStyle = white ? "#fff" : "#222";
  const text = PIECES[letter.toLowerCase()] + "\ufe0e";
  to.strokeText(text, x, y);
  to.fillText(text, x, y);
}
