// What the pages ask the server for, and what they have in common.

export const $ = (id) => document.getElementById(id);
export const controls = document.body.dataset.role === "controller";
export const boards = Number(document.body.dataset.boards);

const token = new URLSearchParams(location.search).get("token");
const base = location.pathname.replace(/\/$/, "");

export function address(path, more = {}) {
  const query = new URLSearchParams(token ? { ...more, token } : more).toString();
  return `${base}/${path}${query ? "?" + query : ""}`;
}

// The names of the players, if there are any.
export const names = ({ white, black }) => white || black ? `${white || "?"} – ${black || "?"}` : "";

// A WebSocket of the board. Older browsers need its whole address.
export const socket = (path) => new WebSocket(location.origin.replace(/^http/, "ws") + address(path));

let saying = 0;

// Something for the person at the page; what concerns the board is the ruling. What is `passing` soon disappears;
// what is offered, a name and what to do, has a button, and stays a while longer; a question can be answered with no.
export function say(text, { wrong = false, passing = false, offer = null, no = "" } = {}) {
  clearTimeout(saying);
  $("message").textContent = text;
  $("message").className = wrong ? "wrong" : "";
  if (offer) {
    const button = (id, textContent, onclick) =>
      Object.assign(document.createElement("button"), { id, textContent, onclick });
    $("message").append(" ", button("offer", ...offer));
    if (no) $("message").append(" ", button("decline", no, () => say("")));
  }
  if (passing || offer) saying = setTimeout(() => say(""), offer ? 60000 : 4000);
}

// Asks the board for something; whether it was done. What is refused is shown.
export async function command(what) {
  try {
    const done = await fetch(address("command"), { method: "POST", body: JSON.stringify(what) });
    say(done.ok ? "" : await done.text(), { wrong: !done.ok });
    return done.ok;
  } catch {
    say("The server does not answer.", { wrong: true });
    return false;
  }
}

// A picture of the last photo, or nothing.
export async function picture(name, number) {
  const got = await fetch(address(name, { n: number }));
  return got.ok ? createImageBitmap(await got.blob()) : null;
}
