// The last photo with the grid, the board from above, the corners, and this device's camera.
import { $, command, picture, say, socket } from "./server.js";
import { heat } from "./board.js";

let state = null, photo = null, above = null, shown = -1, looking = false, corners = null, dragged = null;

// Shows the photo of a state, if it is a new one. While one is on its way, none is asked for.
export async function look(now) {
  const number = now.camera.photos + now.camera.still;
  state = now;
  overlay();
  $("browser").hidden = now.camera.name !== "browser";
  // The whole photo is the board then.
  $("corners").hidden = now.setup.rectified;
  if (looking || !now.camera.size || number === shown) return;
  looking = true;
  try {
    photo = await picture("photo.jpg", number) || photo;
    shown = number;
    if (state.outline) above = await picture("above.jpg", number);
    overlay();
  } finally {
    setTimeout(() => {
      looking = false;
      look(state);
    }, 400);
  }
}

function overlay() {
  if (!photo) return;
  const canvas = $("photo"), to = canvas.getContext("2d"), scale = photo.width / state.camera.size[0];
  canvas.hidden = false;
  [canvas.width, canvas.height] = [photo.width, photo.height];
  to.drawImage(photo, 0, 0);
  to.strokeStyle = "#38bdf8";
  to.lineWidth = Math.max(1.5, photo.width / 500);
  const line = (points, closed = false) => {
    to.beginPath();
    points.forEach(([x, y], i) => i ? to.lineTo(x * scale, y * scale) : to.moveTo(x * scale, y * scale));
    if (closed) to.closePath();
    to.stroke();
  };
  if (corners) {
    line(corners, true);
    for (const [x, y] of corners) {
      to.beginPath();
      to.arc(x * scale, y * scale, photo.width / 60, 0, 7);
      to.stroke();
    }
  } else {
    for (const points of state.outline?.lines || []) line(points);
    marks(to, scale);
  }
  fromAbove();
}

// What the last photo shows otherwise than the position, and the points that it does not show.
function marks(to, scale) {
  const { differences, hidden } = state.game || { differences: [], hidden: [] }, radius = Math.max(3, photo.width / 110);
  const disc = ([x, y], color) => {
    to.fillStyle = color;
    to.beginPath();
    to.arc(x * scale, y * scale, radius, 0, 7);
    to.fill();
  };
  for (const { pixel, nats } of differences) disc(pixel, `rgb(229 62 62 / ${heat(nats)})`);
  for (const { pixel } of hidden) disc(pixel, "rgb(148 163 184 / 0.9)");
}

// The view has half a grid unit around the outermost lines.
function fromAbove() {
  const canvas = $("above"), game = state.game;
  canvas.hidden = $("above-title").hidden = !above;
  if (!above) return;
  [canvas.width, canvas.height] = [above.width, above.height];
  const to = canvas.getContext("2d");
  to.drawImage(above, 0, 0);
  if (!game) return;
  const points = game.board.kind === "points", cols = points ? game.board.cols : game.board.size;
  const cell = above.width / (points ? cols : cols + 1), margin = points ? 0 : cell / 2;
  const fill = (at, color) => {
    to.fillStyle = color;
    to.fillRect(margin + (at % cols) * cell + 1, margin + Math.floor(at / cols) * cell + 1, cell - 2, cell - 2);
  };
  for (const { seen_at: at, nats } of game.differences) fill(at, `rgb(229 62 62 / ${0.6 * heat(nats)})`);
  for (const { seen_at: at } of game.hidden) fill(at, "rgb(100 116 139 / 0.6)");
}

// Four corners that can be dragged: where the board was found, or somewhere in the picture.
export function toggleCorners() {
  if (corners) {
    const four = corners;
    cancelCorners();
    return command({ do: "corners", corners: four });
  }
  if (!photo) return say("There is no photo yet.", { wrong: true });
  const [width, height] = state.camera.size;
  const inset = [[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]].map(([x, y]) => [x * width, y * height]);
  corners = (state.outline?.corners || inset).map((corner) => [...corner]);
  $("corners").textContent = "Use these corners";
  $("cancel-corners").hidden = false;
  $("photo").classList.add("editing");
  say("Drag the corners to those of the board; in Go, to its outermost points.");
  overlay();
}

export function cancelCorners() {
  corners = dragged = null;
  $("corners").textContent = "Set the corners";
  $("cancel-corners").hidden = true;
  $("photo").classList.remove("editing");
  say("");
  overlay();
}

function place(event) {
  const box = $("photo").getBoundingClientRect(), [width, height] = state.camera.size;
  const inside = (value) => Math.min(1, Math.max(0, value));
  return [inside((event.clientX - box.left) / box.width) * width, inside((event.clientY - box.top) / box.height) * height];
}

$("photo").onpointerdown = (event) => {
  if (!corners) return;
  const [x, y] = place(event), far = ([a, b]) => Math.hypot(a - x, b - y);
  const nearest = corners.reduce((best, corner) => far(corner) < far(best) ? corner : best);
  if (far(nearest) > state.camera.size[0] / 8) return;
  dragged = nearest;
  $("photo").setPointerCapture(event.pointerId);
};
$("photo").onpointermove = (event) => {
  if (!dragged) return;
  [dragged[0], dragged[1]] = place(event);
  overlay();
};
$("photo").onpointerup = $("photo").onpointercancel = () => { dragged = null; };

// A device whose screen goes dark sends no photos. Not every browser can keep it on.
function stayAwake() {
  const ask = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  addEventListener("visibilitychange", ask);
  ask();
}

// The code with which the server says that another device is the camera.
const REPLACED = 4001;

// This device's camera: the newest picture, five a second, none while one is on its way.
export async function useCamera() {
  const wanted = { width: { ideal: 1280 }, facingMode: "environment" };
  const video = document.createElement("video"), canvas = document.createElement("canvas");
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted });
    video.muted = video.playsInline = true;
    await video.play();
    stayAwake();
  } catch (error) {
    return say(`The camera cannot be used: ${error.message}`, { wrong: true });
  }
  let server;
  const open = () => {
    server = socket("camera");
    server.onclose = ({ code, reason }) => code === REPLACED ? stop(reason) : setTimeout(open, 1000);
  };
  open();
  const ready = () => server.readyState === WebSocket.OPEN && server.bufferedAmount === 0;
  const sending = setInterval(() => {
    if (!ready() || !video.videoWidth) return;
    [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
    canvas.getContext("2d").drawImage(video, 0, 0);
    canvas.toBlob((jpeg) => jpeg && ready() && server.send(jpeg), "image/jpeg", 0.9);
  }, 200);
  $("browser").disabled = true;
  function stop(reason) {
    clearInterval(sending);
    for (const track of video.srcObject.getTracks()) track.stop();
    $("browser").disabled = false;
    say(`This device's camera is off: ${reason}.`, { wrong: true });
  }
}
