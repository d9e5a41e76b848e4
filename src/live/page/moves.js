// The list of moves, and the choice of another one by its name or on the board.
import { $, address, command, controls } from "./server.js";
import { arrow, draw, letters } from "./board.js";

let listed = "", choice = null, shownGame = null;

export const choosing = () => choice !== null;

export function list(game) {
  shownGame = game;
  const moves = game?.moves || [], now = JSON.stringify([moves, choice?.ply]);
  if (now === listed) return;
  listed = now;
  const items = moves.map((move, ply) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const time = move.seconds == null ? "" : duration(move.seconds);
    item.className = [move.settled || "pending", move.confidence < 0.9 && "doubtful", choice?.ply === ply && "chosen"]
      .filter((name) => typeof name === "string").join(" ");
    button.append(...[["number", move.number], ["name", move.name], ["sure", `${Math.round(100 * move.confidence)} %`], ["time", time]]
      .map(([kind, text]) => Object.assign(document.createElement("span"), { className: kind, textContent: text })));
    button.disabled = !controls;
    button.onclick = () => choose(ply);
    item.append(button);
    return item;
  });
  $("moves").replaceChildren(...items);
  $("moves").scrollTop = $("moves").scrollHeight;
}

function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

async function choose(ply) {
  const legal = await (await fetch(address("legal", { ply }))).json(), move = shownGame?.moves[ply];
  if (!move || !legal.length) return;
  choice = { ply, legal, clicked: [] };
  $("question").textContent = `${move.number} ${move.name}: what was played?`;
  $("choice").hidden = false;
  offer();
}

// Shows the moves that change all points that were clicked, and the position before them.
function offer() {
  const { ply, legal, clicked } = choice;
  const left = legal.filter((move) => clicked.every((point) => move.changes.some(([changed]) => changed === point)));
  const exact = left.filter((move) => move.changes.length === clicked.length);
  if (clicked.length > 1 && exact.length === 1) return pick(exact[0]);
  if (clicked.length > 0 && left.length === 1) return pick(left[0]);
  if (!left.length) { choice.clicked = []; return offer(); }
  $("legal").replaceChildren(...left.map((move) =>
    Object.assign(document.createElement("button"), { textContent: move.name, onclick: () => pick(move) })));
  const before = letters(shownGame, ply), move = shownGame.moves[ply];
  const arrows = [{ ...move, share: move.confidence }, ...move.alternatives].map((one) => arrow(before, one)).filter(Boolean);
  draw({ board: shownGame.board, letters: before, marked: new Set(clicked), arrows: clicked.length ? [] : arrows });
  list(shownGame);
}

function pick(move) {
  const { ply } = choice;
  cancelChoice();
  command({ do: "correct", ply, name: move.name });
}

export function clickPoint(point) {
  const { clicked } = choice;
  choice.clicked = clicked.includes(point) ? clicked.filter((other) => other !== point) : [...clicked, point];
  offer();
}

export function confirmChoice() {
  const { ply } = choice;
  cancelChoice();
  command({ do: "confirm", ply });
}

export function cancelChoice() {
  choice = null;
  $("choice").hidden = true;
  dispatchEvent(new Event("redraw"));
}
