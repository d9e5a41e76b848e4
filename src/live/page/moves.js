// The list of moves, and the choice of another one by its name or on the board.
import { $, address, command, controls, say } from "./server.js";
import { arrow, draw, letters } from "./board.js";

let listed = "", choice = null, shownGame = null, expected = null;

export const choosing = () => choice !== null;

// The names of the moves before a ply.
const played = (game, ply) => JSON.stringify((game?.moves || []).slice(0, ply).map((move) => move.name));

export function list(game) {
  shownGame = game;
  if (choice && choice.played !== played(game, choice.ply)) {
    cancelChoice();
    say("The moves before the one to choose have changed.", { wrong: true });
  }
  const moves = game?.moves || [], now = JSON.stringify([moves, choice?.ply]);
  if (now === listed) return;
  listed = now;
  const items = moves.map((move, ply) => {
    const item = document.createElement("li"), button = document.createElement("button");
    const time = move.seconds == null ? "" : duration(move.seconds);
    // The second player has a column of his own, and no number beside that of the first.
    const second = move.number.endsWith("..."), sure = Math.round(100 * move.confidence);
    item.className = [move.settled || "pending", move.confidence < 0.9 && "doubtful", choice?.ply === ply && "chosen",
      second && "second", ply === moves.length - 1 && "last"].filter((name) => typeof name === "string").join(" ");
    const number = second && ply > 0 ? "" : move.number, doubt = sure < 99 ? `${sure} %` : "";
    button.append(...[["number", number], ["name", move.name], ["sure", doubt], ["time", time]]
      .map(([kind, text]) => Object.assign(document.createElement("span"), { className: kind, textContent: text })));
    button.disabled = !controls;
    button.title = `${sure} % sure${move.settled ? "" : ", may still change"}`;
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
  if (!legal.length) return say("There is no legal move.", { wrong: true });
  choice = { ply, legal, clicked: [], played: played(shownGame, ply) };
  $("question").textContent = move ? `${move.number} ${move.name}: what was played?` : "What was played?";
  $("confirm-choice").hidden = !move;
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
  const likely = move ? [{ ...move, share: move.confidence }, ...move.alternatives] : [];
  const arrows = likely.map((one) => arrow(before, one)).filter(Boolean);
  draw({ board: shownGame.board, letters: before, marked: new Set(clicked), arrows: clicked.length ? [] : arrows });
  list(shownGame);
}

async function pick(move) {
  const { ply } = choice, next = ply === shownGame.moves.length;
  cancelChoice();
  if (!await command({ do: "correct", ply, name: move.name }) || !next) return;
  expected = { ply, name: move.name };
  expectation(shownGame);
}

// Says which move is expected next, as long as no photo shows it.
export function expectation(game) {
  if (expected && game?.moves.length !== expected.ply) expected = null;
  $("expected").hidden = !expected;
  if (!expected) return;
  $("expected").firstChild.textContent = `${expected.name} is expected next: it is listed once a photo shows it.`;
}
$("drop").onclick = async () => {
  if (await command({ do: "forbid", ...expected })) expected = null;
  expectation(shownGame);
};

// Tells which move was played and is not listed yet.
export const nextMove = () => choose(shownGame.moves.length);

// Takes the last move back, and offers to undo that.
export async function takeBack() {
  const { number, name } = shownGame.moves.at(-1);
  if (!await command({ do: "take_back" })) return;
  say(`${number} ${name} is taken back.`, { offer: ["Undo", () => command({ do: "not_taken_back" })] });
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
