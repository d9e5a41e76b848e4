// The page shows the state of a board, whole, whenever it changes.
import { $, address, boards, command, controls, names, say, socket } from "./server.js";
import { arrow, clear, draw, flip, letters, nameOf, pointAt } from "./board.js";
import { cancelCorners, look, toggleCorners, useCamera } from "./camera.js";
import { cancelChoice, choosing, clickPoint, confirmChoice, expectation, list, takeBack, nextMove } from "./moves.js";
import { cancelEdit, changeSide, edit, editing, putAt, use } from "./editor.js";
import { players } from "./players.js";
import { fill, given, showFields } from "./setup.js";
import { tell, toggle } from "./sound.js";

const GAMES = { chess: "chess", go: "Go", checkers: "checkers" };
const SIDES = { black: "Black", white: "White" };
let state = null;

function show(now) {
  const before = state;
  state = now;
  tell(before, now);
  const { game, camera } = now;
  $("pause").textContent = now.running ? "Pause" : "Go on";
  $("turn").textContent = now.resumed != null ? `Resuming the game: ${Math.round(100 * now.resumed)} %`
    : now.finished || game?.result ? "The game is over" : !now.running ? "Paused: photos are not used"
    : game ? `${SIDES[game.to_move]} to move` : "No game yet";
  title(now);
  $("result").textContent = game?.score?.lines[0] || game?.result || now.setup.result || "";
  $("score").hidden = !game?.score;
  $("take-score").hidden = !game?.score || Boolean(now.setup.result);
  $("score").replaceChildren(...(game?.score?.lines || []).map((text) =>
    Object.assign(document.createElement("li"), { textContent: sentence(text) })));
  players(now);
  const ruling = game?.ruling, extension = { go: "sgf", chess: "pgn", checkers: "pdn" }[now.setup.game];
  const calm = now.finished ? "The form \"Players, new game\" begins another one." : game ? atRest(game) : begin(now);
  const gone = camera.fault && !now.finished ? `The camera does not work: ${sentence(camera.fault)} ` : "";
  $("ruling").textContent = gone + (ruling ? ruling.sentences.map(sentence).join(" ") : gone ? "" : calm);
  $("ruling").className = ruling ? ruling.alarm ? "alarm" : "calm" : gone ? "wrong" : "";
  $("camera").textContent = camera.fault ? `${camera.name}: ${camera.fault}`
    : camera.over ? `${camera.name}: ${camera.photos} photos, the film is over`
    : `${camera.name}: ${camera.photos} photos, `
      + (camera.waiting ? `${camera.waiting} waiting` : `${camera.dropped} dropped`)
      + (now.outline ? "" : " · the board is not found yet");
  $("camera").className = camera.fault ? "wrong" : "";
  // On a small screen the camera comes first as long as it is needed.
  document.body.classList.toggle("waiting", !now.outline);
  list(game);
  expectation(game);
  $("notes").replaceChildren(...now.notes.map((note) =>
    Object.assign(document.createElement("li"), { textContent: note.text, className: note.warning ? "warning" : "" })));
  $("downloads").hidden = !game && !now.games;
  $("all-games").href = address("games." + extension);
  $("all-games").hidden = now.games < 2;
  $("record").href = address("game." + extension);
  for (const id of ["add", "finish", "edit"]) $(id).disabled = now.finished || !game;
  for (const id of ["confirm", "back"]) $(id).disabled = now.finished || !game?.moves.length;
  $("pause").disabled = now.finished || now.resumed != null;
  $("report").href = address("report.html");
  $("report").hidden = !now.finished;
  $("photos").href = address("photos.tar");
  $("photos").hidden = !now.kept;
  if (JSON.stringify(before?.setup) !== JSON.stringify(now.setup)) fill(now.setup);
  redraw();
  look(now);
}

// Tabs of several boards have different titles.
function title({ setup, game }) {
  const board = boards > 1 ? `Board ${location.pathname.match(/[0-9]+/g).at(-1)}` : "";
  const parts = [board, names(setup), "Kibitzer"].filter(Boolean);
  document.title = (game?.ruling?.alarm ? "⚠ " : "") + parts.join(" · ");
}

// What has to be done before a game begins.
function begin({ camera, outline, setup, resumed }) {
  if (resumed != null) return "";
  if (!camera.size) {
    const next = camera.name !== "browser" ? "Waiting for the first photo."
      : controls ? "Use this device's camera, or open this page on the device whose camera sees the board."
      : "Waiting for a camera.";
    const change = controls ? "; the form \"Players, new game\" changes it." : ".";
    return `${next} The game is ${GAMES[setup.game]}${change}`;
  }
  if (!outline) return "The board is not found yet: the camera has to see all of it. You can set its corners.";
  return "The board is found." + (setup.game === "go" ? "" : " The game begins when the pieces are set up.");
}

// What is to be said as long as nothing is known to be wrong.
function atRest(game) {
  const clear = game.differences.filter(({ nats }) => nats >= 3).map(({ point }) => nameOf(game.board, point));
  if (!clear.length) return "Nothing is wrong on the board.";
  const names = clear.length > 6 ? `${clear.length} places` : clear.join(", ");
  return `The last photo differs from the position at ${names}.`;
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
  if (!game) return clear();
  if (editing() || choosing()) return;
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
on("back", takeBack);
on("add", nextMove);
on("finish", () => say("Is the game over? Photos that come later are not used.",
  { offer: ["Yes, finish", () => command({ do: "finish" })], no: "No" }));
on("take-score", async () => {
  const { result, komi, rules } = state.game.score, fields = $("setup").elements;
  fields.result.value = result;
  fields.komi.value ||= komi;
  fields.rules.value ||= rules;
  if (await command({ do: "describe", setup: given() })) say("Saved.", { passing: true });
});
on("sound", () => toggle("sound"));
on("speech", () => toggle("speech"));
on("describe", async () => {
  if (await command({ do: "describe", setup: given() })) say("Saved.", { passing: true });
});
$("side").onchange = changeSide;
$("editor").onsubmit = (event) => { event.preventDefault(); use(); };
$("setup").elements.game.onchange = showFields;
$("setup").onsubmit = async (event) => {
  event.preventDefault();
  if (await command({ do: "new_game", setup: given() })) $("game").open = false;
};

const KEYS = {
  p: "pause", c: "confirm", t: "back", a: "add", f: "flip", e: "edit", k: "corners", d: "record", s: "sound",
  v: "speech",
};
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

if (boards > 1) $("all").href = "../" + location.search;
$("all").hidden = boards < 2;

// The states of the board, as long as the page is open.
let silent = false;
function listen() {
  const states = socket("live");
  states.onmessage = (message) => show(JSON.parse(message.data));
  states.onclose = () => {
    silent = true;
    say("The server does not answer; it is asked again.", { wrong: true });
    setTimeout(listen, 1000);
  };
  states.onopen = () => {
    if (silent) say("");
    silent = false;
  };
}
listen();
