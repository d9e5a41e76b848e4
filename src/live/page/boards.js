// All boards of the server, each with its picture from above, its last move and what is wrong on it.
import { $, address, boards, names } from "./server.js";

function part(kind, className, parent) {
  const made = Object.assign(document.createElement(kind), { className });
  parent.append(made);
  return made;
}

// A card, and how to fill it with a state.
function card(number) {
  const link = part("a", "card", $("boards"));
  link.href = address(`board/${number}`);
  const name = part("h2", "", link), image = part("img", "", link);
  const last = part("p", "last", link), wrong = part("p", "", link);
  image.alt = "";
  image.hidden = true;
  image.onload = () => { image.hidden = false; };
  let shown = "";
  return (state) => {
    const { setup, game, camera } = state, move = game?.moves.at(-1);
    name.textContent = [`Board ${number}`, names(setup)].filter(Boolean).join(": ");
    last.textContent = camera.fault && !state.finished ? camera.fault : !game ? "No game yet"
      : state.finished ? game.result || "The game is over"
      : (move ? `${move.number} ${move.name}, ` : "") + `${game.to_move === "white" ? "White" : "Black"} to move`;
    wrong.textContent = game?.ruling?.alarm ? game.ruling.sentences.join("; ") : "";
    link.classList.toggle("alarm", !!game?.ruling?.alarm);
    const photo = `${camera.photos + camera.still}`;
    if (state.outline && photo !== shown) image.src = address(`board/${number}/above.jpg`, { n: photo });
    shown = photo;
  };
}

// The states of all boards, one after the other, again and again.
async function look(cards) {
  for (const [i, fill] of cards.entries()) {
    try {
      const got = await fetch(address(`board/${i + 1}/state`));
      if (got.ok) fill(await got.json());
    } catch {
      // The server does not answer; the last state stays.
    }
  }
  setTimeout(() => look(cards), 2000);
}

look(Array.from({ length: boards }, (_, i) => card(i + 1)));
