// The players beside the diagram, each with a count of pieces and, where there is one, a clock.
import { $ } from "./server.js";
import { isFlipped } from "./board.js";

let state = null, since = 0;

export function players(now) {
  state = now;
  since = performance.now() - 1000 * now.age;
  show();
}
addEventListener("flip", show);
setInterval(() => state?.clock?.ticks && show(), 200);

function show() {
  if (!state) return;
  for (const [id, side] of [["top", isFlipped() ? 1 : 0], ["bottom", isFlipped() ? 0 : 1]]) {
    const { game, clock } = state, color = ["black", "white"][side], turn = game?.to_move === color && !state.finished;
    const parts = [part("disc", "", color), part("name", state.setup[color] || ["Black", "White"][side])];
    if (game) parts.push(part("pieces", pieces(game, side)));
    if (clock) parts.push(time(clock, side));
    $(id).className = `player ${turn ? "turn" : ""}`;
    $(id).replaceChildren(...parts);
  }
}

const part = (name, text, more = "") =>
  Object.assign(document.createElement("span"), { className: `${name} ${more}`, textContent: text });

function pieces(game, side) {
  const count = game.pieces[side], stones = game.board.kind === "points";
  return game.taken ? `${game.taken[side]} taken` : `${count} ${stones ? "stones" : "pieces"}`;
}

function time(clock, side) {
  const { seconds, periods, over } = clock.left[side], runs = clock.runs === ["black", "white"][side];
  const gone = runs && clock.ticks ? (performance.now() - since) / 1000 : 0;
  const text = over ? "time is over" : showTime(Math.max(0, seconds - gone)) + (periods ? ` (${periods})` : "");
  return part("clock", text, `${runs ? "runs" : ""} ${over ? "over" : ""}`);
}

// Tenths count in the last seconds.
function showTime(seconds) {
  if (seconds < 20) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  const whole = Math.ceil(seconds), hours = Math.floor(whole / 3600), two = (value) => String(value).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
