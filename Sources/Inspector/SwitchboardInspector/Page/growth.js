// The view "Grows since": what the program has more of than at a mark.

import { Failure, get, post } from "./api.js";
import { banner, note } from "./banners.js";
import { el, reconcile, setText } from "./dom.js";
import { age, count, plural } from "./format.js";
import { Listing } from "./listing.js";

const COLUMNS = [
  { key: "line", label: "line", kind: "line", title: "where the program subscribed, or made the registry" },
  { key: "label", label: "label", kind: "text", title: "the name of the registry" },
  { key: "what", label: "what", kind: "text", isFixed: true },
  { key: "owner", label: "owner", kind: "owner", title: "the type of the owner", isFixed: true, yields: 2 },
  { key: "before", label: "before", kind: "count", title: "at the mark" },
  { key: "after", label: "after", kind: "count", title: "now" },
  { key: "growth", label: "growth", kind: "change", title: "after minus before" },
];

function describe(mark) {
  return `mark ${mark.id}: at ${age(mark.at)}, ${plural(mark.subscriptions, "subscription")},`
    + ` ${count(mark.registries)} registries`;
}

export function growthView(page) {
  let chosen = null;
  const choice = el("select", { id: "since", "aria-label": "Since which mark" });
  choice.addEventListener("change", () => {
    chosen = Number(choice.value);
    page.refresh();
  });
  const since = el("span", { class: "dim", id: "since-when" });
  const listing = new Listing({
    name: "growth", title: "Lines that changed", filterLabel: "Filter by line, label or owner",
    caption: "Lines before and after", columns: COLUMNS, sort: "growth", order: "desc",
    key: row => JSON.stringify([row.what, row.line, row.label, row.owner]),
    attributes: row => ({ "data-line": row.line }), refresh: page.refresh,
  });
  const none = el("p", { class: "empty", id: "no-marks", hidden: true },
    "There is no mark yet. Press ", el("b", {}, "Mark now"), ", use the program, and come back.");
  const button = el("button", { type: "button", id: "mark", class: "primary" }, "Mark now");
  button.addEventListener("click", mark);

  /** Marks this moment, and compares with it from now on. */
  async function mark() {
    try {
      const made = await post("/api/marks");
      chosen = made.id;
      banner("mark");
      note(`Marked at ${age(made.at)}: ${plural(made.subscriptions, "subscription")}.`);
    } catch (error) {
      if (error instanceof Failure && error.status === 401) return page.refresh();
      banner("mark", `Nothing was marked: ${error.message}`);
    }
    return page.refresh();
  }

  return {
    mark,
    title: () => "Grows since",
    element: el("div", { class: "fills" },
      el("div", { class: "toolbar" }, el("h2", {}, "Grows since\u2026"), button, choice, since),
      el("p", { class: "explains" }, "Mark a moment, let the program do something that should leave nothing behind "
        + "(open and close a screen, log in and out), and see which lines have more subscriptions or registries."),
      none, listing.element),

    async load(signal) {
      const { marks } = await get("/api/marks", {}, signal);
      // The program keeps few marks, and a new program has none.
      if (!marks.some(mark => mark.id === chosen)) chosen = marks.at(-1)?.id ?? null;
      const growth = chosen === null ? null
        : await get("/api/growth", { since: chosen, ...listing.query }, signal);
      return { marks, growth };
    },

    render({ marks, growth }) {
      reconcile(choice, [...marks].reverse(), {
        key: mark => mark.id,
        create: mark => el("option", { value: mark.id }),
        update: (element, mark) => setText(element, describe(mark)),
      });
      if (chosen !== null && choice.value !== String(chosen)) choice.value = chosen;
      none.hidden = growth !== null;
      choice.hidden = listing.element.hidden = growth === null;
      setText(since, growth ? `${age(growth.at - growth.since.at)} ago` : "");
      if (growth) listing.show(growth, "Nothing has grown or shrunk since this mark.");
    },
  };
}
