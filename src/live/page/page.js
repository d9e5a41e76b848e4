// The page shows the state of a board, whole, whenever it changes.
import { $, address, command, controls, say } from "./server.js";
import { arrow, draw, flip, letters, pointAt } from "./board.js";
import { cancelCorners, look, toggleCorners, useCamera } from "./camera.js";
import { cancelChoice, choosing, clickPoint, confirmChoice, list } from "./moves.js";
import { cancelEdit, changeSide, edit, editing, putAt, use } from "./editor.js";
import { players } from "./players.js";
import { fill, given, showFields } from "./setup.js";
import { tell, toggle } from "./sound.js";

const SIDES = { black: "Black", white: "White" };
let state = null;

function show(now) {
  const before = state;
  state = now;
  tell(before, now);
  const { game, camera } = now;
  $("pause").textContent = now.running ? "Pause" : "Start";
  $("turn").textContent = now.finished ? "The game is over" : game ? `${SIDES[game.to_move]} to move` : "No game yet";
  $("result").textContent = game?.score?.lines[0] || game?.result || "";
  $("score").hidden = !game?.score;
  $("score").replaceChildren(...(game?.score?.lines || []).map((text) =>
    Object.assign(document.createElement("li"), { textContent: sentence(text) })));
  players(now);
  const ruling = game?.ruling;
  const calm = game && !now.finished ? "Nothing is wrong on the board." : "";
  $("ruling").textContent = ruling ? ruling.sentences.map(sentence).join(" ") : calm;
  $("ruling").className = ruling ? ruling.alarm ? "alarm" : "calm" : "";
  $("camera").textContent = camera.fault ? `${camera.name}: ${camera.fault}`
    : `${camera.name}: ${camera.photos} photos, ${camera.dropped} dropped` + (now.outline ? "" : " · the board is not found yet");
  $("camera").className = camera.fault ? "wrong" : "";
  // On a small screen the camera comes first as long as it is needed.
  document.body.classList.toggle("waiting", !now.outline);
  list(game);
  $("notes").replaceChildren(...now.notes.map((note) =>
    Object.assign(document.createElement("li"), { textContent: note.text, className: note.warning ? "warning" : "" })));
  $("record").href = address("game." + { go: "sgf", chess: "pgn", checkers: "pdn" }[now.setup.game]);
  for (const id of ["confirm", "back", "finish", "edit"]) $(id).disabled = now.finished || !game;
  $("pause").disabled = now.finished;
  $("report").href = address("report.html");
  $("report").hidden = !now.finished;
  $("photos").href = address("photos.tar");
  $("photos").hidden = !now.kept;
  if (JSON.stringify(before?.setup) !== JSON.stringify(now.setup)) fill(now.setup);
  redraw();
  look(now);
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1).replace(/\.?$/, ".");

// What may have been played instead of the last moves, as long as it is open.
function doubts(game) {
  const shown = game.moves.slice(-2).map((move, i) => [move, letters(game, Math.max(0, game.moves.length - 2) + i)]);
  return shown.filter(([move]) => !move.settled)
    .flatMap(([move, before]) => move.alternatives.map((other) => arrow(before, other))).filter(Boolean);
}

// The position with the last move; moves that may still change are paler.
function redraw() {
  const game = state?.game;
  if (!game || editing() || choosing()) return;
  const pale = new Set();
  for (const move of game.moves) for (const [point] of move.changes) move.settled ? pale.delete(point) : pale.add(point);
  const last = new Set((game.moves.at(-1)?.changes || []).map(([point]) => point));
  draw({
    board: game.board, letters: letters(game), last, pale, differences: game.differences, score: game.score,
    arrows: doubts(game),
  });
}
addEventListener("redraw", () => { list(state?.game); redraw(); });

$("board").onclick = (event) => {
  const point = state?.game && pointAt(event, state.game.board);
  if (point == null) return;
  if (editing()) putAt(point);
  else if (choosing()) clickPoint(point);
};

function on(id, act) {
  $(id).onclick = (event) => { event.preventDefault(); act(); };
}
on("browser", useCamera);
on("corners", toggleCorners);
on("cancel-corners", cancelCorners);
on("flip", flip);
on("edit", () => { cancelChoice(); edit(state); });
on("cancel-edit", cancelEdit);
on("confirm-choice", confirmChoice);
on("cancel-choice", cancelChoice);
on("pause", () => command({ do: state.running ? "pause" : "start" }));
on("confirm", () => state.game?.moves.length && command({ do: "confirm", ply: state.game.moves.length - 1 }));
on("back", () => command({ do: "take_back" }));
on("finish", () => command({ do: "finish" }));
on("sound", () => toggle("sound"));
on("speech", () => toggle("speech"));
on("describe", async () => { if (await command({ do: "describe", setup: given() })) say("Saved."); });
$("side").onchange = changeSide;
$("editor").onsubmit = (event) => { event.preventDefault(); use(); };
$("setup").elements.game.onchange = showFields;
$("setup").onsubmit = async (event) => {
  event.preventDefault();
  if (await command({ do: "new_game", setup: given() })) $("game").open = false;
};

const KEYS = { p: "pause", c: "confirm", t: "back", f: "flip", e: "edit", k: "corners", d: "record", s: "sound", v: "speech" };
addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    cancelChoice();
    cancelEdit();
    cancelCorners();
  }
  if (event.repeat || event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "n" && controls) $("game").open = !$("game").open;
  const button = KEYS[event.key] && $(KEYS[event.key]);
  if (button && (controls || !button.closest(".control"))) button.click();
});

const events = new EventSource(address("live"));
events.onmessage = (message) => show(JSON.parse(message.data));
events.onerror = () => say("The server does not answer; it is asked again.", true);
events.onopen = () => say("");
