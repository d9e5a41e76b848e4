"use strict";
const $ = (id) => document.getElementById(id);
const base = location.pathname.replace(/\/$/, "");
const token = new URLSearchParams(location.search).get("token");
const address = (path, more = {}) => {
  const query = new URLSearchParams(token ? { ...more, token } : more).toString();
  return `${base}/${path}${query ? "?" + query : ""}`;
};
const controls = document.body.dataset.role === "controller";
let state = null, flipped = false, photo = null, corners = null, socket = null;

async function command(what) {
  const done = await fetch(address("command"), { method: "POST", body: JSON.stringify(what) });
  if (!done.ok) say(await done.text(), true);
}

function say(text, alarm) {
  $("ruling").textContent = text;
  $("ruling").className = text ? (alarm ? "alarm" : "calm") : "";
}

// The page shows the state, whole, whenever it changes.
function show(now) {
  const before = state;
  state = now;
  const game = now.game;
  $("pause").textContent = now.running ? "Pause" : "Start";
  $("turn").textContent = now.finished ? "The game is over" : game ? `${side(game.to_move)} to move` : "No game yet";
  $("counts").textContent = game ? `Black ${game.pieces[0]} · White ${game.pieces[1]}`
    + (game.taken ? ` · taken ${game.taken[0]} and ${game.taken[1]}` : "") : "";
  $("result").textContent = (game && game.result) || "";
  if (game && game.ruling) say(game.ruling.sentences.join(" "), game.ruling.alarm);
  else if (before && before.game && before.game.ruling) say("");
  const camera = now.camera;
  $("camera").textContent = camera.fault ? `${camera.name}: ${camera.fault}`
    : `${camera.name}: ${camera.photos} photos, ${camera.dropped} dropped` + (now.outline ? "" : " · the board is not found yet");
  moves(game ? game.moves : []);
  $("notes").replaceChildren(...now.notes.map((note) => {
    const item = document.createElement("li");
    item.textContent = note.text;
    item.className = note.warning ? "warning" : "";
    return item;
  }));
  $("record").href = address("game." + { go: "sgf", chess: "pgn", checkers: "pdn" }[now.setup.game]);
  if (game) draw(game);
  if (!before || before.camera.photos !== camera.photos || before.camera.still !== camera.still) look();
}

const side = (name) => name[0].toUpperCase() + name.slice(1);

let listed = "";
function moves(all) {
  const now = JSON.stringify(all);
  if (now === listed) return;
  listed = now;
  $("moves").replaceChildren(...all.map((move, ply) => {
    const item = document.createElement("li"), button = document.createElement("button");
    item.className = (move.settled ? "" : "pending") + (move.confidence < 0.9 ? " doubtful" : "");
    const time = move.seconds == null ? "" : `${Math.round(move.seconds)} s`;
    for (const [kind, text] of [["", move.number], ["name", move.name], ["sure", Math.round(100 * move.confidence) + " %"], ["", time]]) {
      const part = document.createElement("span");
      part.className = kind;
      part.textContent = text;
      button.append(part);
    }
    button.disabled = !controls;
    button.onclick = () => choose(ply);
    item.append(button);
    return item;
  }));
  $("moves").scrollTop = $("moves").scrollHeight;
}

async function choose(ply) {
  const legal = await (await fetch(address("legal", { ply }))).json();
  $("legal").replaceChildren(...legal.map((move) => {
    const button = document.createElement("button");
    button.textContent = move.name;
    button.onclick = () => { $("choice").close(); command({ do: "correct", ply, name: move.name }); };
    return button;
  }));
  $("choice").showModal();
}

const PIECES = { k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

// The diagram: the position with the last move; moves that may still change are paler.
function draw(game) {
  const letters = [...game.start], pale = new Set();
  for (const move of game.moves) for (const [point, letter] of move.changes) {
    letters[point] = letter;
    move.settled ? pale.delete(point) : pale.add(point);
  }
  const last = new Set((game.moves.at(-1)?.changes || []).map(([point]) => point));
  const points = game.board.kind === "points", cols = points ? game.board.cols : game.board.size;
  const rows = points ? game.board.rows : cols, cell = Math.floor(960 / cols), canvas = $("board");
  canvas.width = cols * cell;
  canvas.height = rows * cell;
  const to = canvas.getContext("2d");
  to.fillStyle = "#dcb35c";
  to.fillRect(0, 0, canvas.width, canvas.height);
  const middle = (point) => {
    let col = point % cols, row = Math.floor(point / cols);
    if (flipped) [col, row] = [cols - 1 - col, rows - 1 - row];
    return [(col + 0.5) * cell, (row + 0.5) * cell];
  };
  if (points) {
    to.strokeStyle = "#5b4a2a";
    to.lineWidth = 2;
    to.beginPath();
    for (let i = 0; i < cols; i++) { to.moveTo((i + 0.5) * cell, cell / 2); to.lineTo((i + 0.5) * cell, (rows - 0.5) * cell); }
    for (let i = 0; i < rows; i++) { to.moveTo(cell / 2, (i + 0.5) * cell); to.lineTo((cols - 0.5) * cell, (i + 0.5) * cell); }
    to.stroke();
  }
  letters.forEach((letter, point) => {
    const [x, y] = middle(point), col = point % cols, row = Math.floor(point / cols);
    if (!points) {
      to.fillStyle = (col + row) % 2 ? "#b58863" : "#f0d9b5";
      to.fillRect(x - cell / 2, y - cell / 2, cell, cell);
    }
    if (last.has(point) && !points) { to.fillStyle = "#f6e05e88"; to.fillRect(x - cell / 2, y - cell / 2, cell, cell); }
    to.globalAlpha = pale.has(point) ? 0.6 : 1;
    if (letter !== ".") piece(to, letter, x, y, cell, game.board);
    to.globalAlpha = 1;
    if (last.has(point) && points) { to.fillStyle = "#e53e3e"; to.beginPath(); to.arc(x, y, cell / 7, 0, 7); to.fill(); }
  });
  for (const { point, nats } of game.differences) {
    const [x, y] = middle(point);
    to.strokeStyle = `rgb(229 62 62 / ${Math.min(1, nats / 8)})`;
    to.lineWidth = 5;
    to.strokeRect(x - cell / 2 + 3, y - cell / 2 + 3, cell - 6, cell - 6);
  }
}

function piece(to, letter, x, y, cell, board) {
  const stones = board.kind === "points", white = stones ? letter === "O" : letter === letter.toUpperCase();
  if (stones || "mMcC".includes(letter)) {
    to.fillStyle = white ? "#fff" : "#222";
    to.strokeStyle = "#333";
    to.lineWidth = 2;
    to.beginPath();
    to.arc(x, y, cell * 0.44, 0, 7);
    to.fill();
    to.stroke();
    if ("cC".includes(letter)) { to.fillStyle = "#d69e2e"; to.beginPath(); to.arc(x, y, cell / 6, 0, 7); to.fill(); }
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

// The last photo, with the grid drawn on it.
let looking = false;
async function look() {
  if (looking || !state.camera.size) return;
  looking = true;
  try {
    const got = await fetch(address("photo.jpg", { n: state.camera.photos + state.camera.still }));
    if (got.ok) { photo = await createImageBitmap(await got.blob()); overlay(); }
  } finally {
    setTimeout(() => { looking = false; }, 400);
  }
}

function overlay() {
  if (!photo) return;
  const canvas = $("photo"), to = canvas.getContext("2d"), scale = photo.width / state.camera.size[0];
  [canvas.width, canvas.height] = [photo.width, photo.height];
  to.drawImage(photo, 0, 0);
  to.strokeStyle = "#38bdf8";
  to.lineWidth = Math.max(1.5, photo.width / 500);
  for (const line of corners ? [] : state.outline?.lines || []) {
    to.beginPath();
    line.forEach(([x, y], i) => i ? to.lineTo(x * scale, y * scale) : to.moveTo(x * scale, y * scale));
    to.stroke();
  }
  for (const [x, y] of corners || []) { to.beginPath(); to.arc(x * scale, y * scale, 8, 0, 7); to.stroke(); }
}

// Four clicks, clockwise from the board's top left corner.
$("corners").onclick = () => { corners = []; say("Click the four corners of the board, clockwise from the top left."); overlay(); };
$("photo").onclick = async (event) => {
  if (!corners || !photo) return;
  const box = $("photo").getBoundingClientRect(), [width, height] = state.camera.size;
  corners.push([(event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height]);
  overlay();
  if (corners.length < 4) return;
  const four = corners;
  corners = null;
  say("");
  await command({ do: "corners", corners: four });
};

// The camera of this device: the newest picture, five a second, none while one is on its way.
$("browser").onclick = async () => {
  let video;
  try {
    video = document.createElement("video");
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 }, facingMode: "environment" } });
    video.muted = video.playsInline = true;
    await video.play();
  } catch (error) {
    return say(`The camera cannot be used: ${error.message}`, true);
  }
  const canvas = document.createElement("canvas");
  const open = () => {
    socket = new WebSocket(address("camera"));
    socket.onclose = () => setTimeout(open, 1000);
  };
  open();
  setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > 0) return;
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext("2d").drawImage(video, 0, 0);
    canvas.toBlob((blob) => blob && socket.readyState === WebSocket.OPEN && socket.send(blob), "image/jpeg", 0.9);
  }, 200);
  $("browser").disabled = true;
};

$("pause").onclick = () => command({ do: state.running ? "pause" : "start" });
$("back").onclick = () => command({ do: "take_back" });
$("confirm").onclick = () => state.game && command({ do: "confirm", ply: state.game.moves.length - 1 });
$("finish").onclick = () => command({ do: "finish" });
$("flip").onclick = () => { flipped = !flipped; if (state?.game) draw(state.game); };
$("cancel").onclick = () => $("choice").close();
$("setup").onsubmit = (event) => {
  event.preventDefault();
  command({ do: "new_game", setup: Object.fromEntries(new FormData(event.target)) });
};
addEventListener("keydown", (event) => {
  if (event.target.matches("input, select") || !event.key || event.ctrlKey || event.metaKey || $("choice").open) return;
  const button = { p: "pause", c: "confirm", t: "back", f: "flip" }[event.key];
  if (button && (controls || button === "flip")) $(button).click();
});
new EventSource(address("live")).onmessage = (message) => show(JSON.parse(message.data));
