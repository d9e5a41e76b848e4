// What the page asks the server for.

export const $ = (id) => document.getElementById(id);
export const controls = document.body.dataset.role === "controller";

const base = location.pathname.replace(/\/$/, "");
const token = new URLSearchParams(location.search).get("token");

export function address(path, more = {}) {
  const query = new URLSearchParams(token ? { ...more, token } : more).toString();
  return `${base}/${path}${query ? "?" + query : ""}`;
}

// Something for the person at the page; what concerns the board is the ruling.
export function say(text, wrong = false) {
  $("message").textContent = text;
  $("message").className = wrong ? "wrong" : "";
}

// Asks the board for something; whether it was done. What is refused is shown.
export async function command(what) {
  try {
    const done = await fetch(address("command"), { method: "POST", body: JSON.stringify(what) });
    say(done.ok ? "" : await done.text(), !done.ok);
    return done.ok;
  } catch {
    say("The server does not answer.", true);
    return false;
  }
}

// A picture of the last photo, or nothing.
export async function picture(name, number) {
  const got = await fetch(address(name, { n: number }));
  return got.ok ? createImageBitmap(await got.blob()) : null;
}
