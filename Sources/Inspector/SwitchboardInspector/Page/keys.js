// The keyboard. Keys with a modifier belong to the browser, and keys in a field belong to the field.

import { focusRow } from "./dom.js";

function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || target.matches("input, select, textarea"));
}

/** Moves along the rows of the view, from the row that has the focus. */
function move(by) {
  const rows = [...document.querySelectorAll("main [data-row]")].filter(row => row.checkVisibility());
  const at = rows.findIndex(row => row.contains(document.activeElement));
  const next = rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : at + by];
  if (!next) return;
  focusRow(next, { preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
}

function focusFilter() {
  const field = document.getElementById("filter");
  field?.focus();
  field?.select();
}

/** Listens for keys. `actions`: from a key to a function, besides those that need only the document. */
export function listen(actions) {
  const help = document.getElementById("keys");
  const showHelp = () => help.showModal();
  const all = { "/": focusFilter, "?": showHelp, j: () => move(1), k: () => move(-1), ...actions };
  document.getElementById("show-keys").addEventListener("click", showHelp);
  document.getElementById("close-keys").addEventListener("click", () => help.close());
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (help.open || !Object.hasOwn(all, event.key) || document.getElementById("main").hidden) return;
    // The slash would otherwise be typed into the filter.
    event.preventDefault();
    all[event.key]();
  });
}
