// Sounds, and moves and rulings spoken by the browser. Both are off until somebody wants them.
import { $ } from "./server.js";

const on = { sound: localStorage.sound === "on", speech: localStorage.speech === "on" };
let audio = null;

export function toggle(kind) {
  on[kind] = !on[kind];
  localStorage[kind] = on[kind] ? "on" : "off";
  show();
  if (kind === "speech" && !on.speech) speechSynthesis.cancel();
}

function show() {
  for (const kind in on) $(kind).setAttribute("aria-pressed", on[kind]);
}
show();

const WORDS = { K: "king ", Q: "queen ", R: "rook ", B: "bishop ", N: "knight ", x: " takes ", "+": " check", "#": " mate", "=": " becomes " };

// A move as people say it.
export function spoken(game, name) {
  if (game !== "chess") return name.replace("x", " takes ").replace("-", " to ");
  if (name.startsWith("O-O-O")) return "castles long";
  if (name.startsWith("O-O")) return "castles";
  return [...name].map((letter) => WORDS[letter] || letter).join("").replace(/\s+/g, " ").trim();
}

function tone(hertz, seconds) {
  audio ||= new AudioContext();
  const source = audio.createOscillator(), volume = audio.createGain();
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.2, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + seconds);
  source.connect(volume).connect(audio.destination);
  source.start();
  source.stop(audio.currentTime + seconds);
}

// Tells what is new in a state: moves, and what is wrong on the board.
export function tell(before, now) {
  const old = before?.game, game = now.game;
  if (!old || !game || old.games_before !== game.games_before) return;
  const ruling = game.ruling;
  if (ruling && JSON.stringify(ruling) !== JSON.stringify(old.ruling)) {
    if (on.sound) tone(ruling.alarm ? 220 : 660, ruling.alarm ? 0.8 : 0.3);
    if (on.speech) speak(ruling.sentences.join(" "));
  }
  for (const move of game.moves.slice(old.moves.length)) {
    if (on.sound) tone(880, 0.12);
    if (on.speech) speak(spoken(now.setup.game, move.name));
  }
}

function speak(text) {
  const said = new SpeechSynthesisUtterance(text);
  said.lang = "en";
  speechSynthesis.speak(said);
}
