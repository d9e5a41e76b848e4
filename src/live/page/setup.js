// The form of a game: which one, who plays, from which position.
import { $ } from "./server.js";

const form = $("setup");

// Fills the form, unless somebody is writing in it.
export function fill(setup) {
  if (form.contains(document.activeElement) && document.activeElement.matches("input, select")) return;
  for (const field of form.elements) {
    if (!field.name) continue;
    if (field.type === "checkbox") field.checked = setup[field.name];
    else field.value = setup[field.name] ?? "";
    if (field.matches("select") && field.selectedIndex < 0) field.selectedIndex = 0;
  }
  showFields();
}

// The fields that only some games have.
export function showFields() {
  for (const label of form.querySelectorAll("[data-of]")) {
    label.hidden = !label.dataset.of.split(" ").includes(form.elements.game.value);
  }
}

// What is in the form. Fields of other games are left out.
export function given() {
  const setup = {};
  for (const field of form.elements) {
    if (!field.name || field.closest("[hidden]")) continue;
    if (field.type === "checkbox") setup[field.name] = field.checked;
    else if ("json" in field.dataset) setup[field.name] = JSON.parse(field.value || "null");
    else if (field.type !== "number") setup[field.name] = field.value;
    else if (field.value !== "") setup[field.name] = Number(field.value);
  }
  return setup;
}
