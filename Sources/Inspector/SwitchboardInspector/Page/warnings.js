// The view of what the program itself found to be wrong.

import { get } from "./api.js";
import { showLine } from "./cells.js";
import { el, reconcile, setAttribute, setText } from "./dom.js";
import { age } from "./format.js";
import { Table } from "./table.js";

const CHECKS = [
  { key: "kind", label: "check", kind: "text" },
  { key: "state", label: "when it looked", kind: "text" },
];

/** Creates the parts of a warning in the order in which `fillWarning` fills them. */
function createWarning() {
  return el("li", { class: "warning", "data-row": true, tabindex: -1 },
    el("h3"), el("p"), el("p", { class: "remedy" }, el("b", {}, "What to do: "), el("span")),
    el("p", { class: "facts" },
      el("span", { class: "chip" }), el("span"), el("a", {}, "show the registry"), el("span", { class: "dim" })));
}

function fillWarning(element, warning, at) {
  const [title, detail, remedy, facts] = element.children;
  const [kind, line, link, since] = facts.children;
  setAttribute(element, "data-kind", warning.kind);
  setText(title, warning.title);
  setText(detail, warning.detail);
  setText(remedy.lastChild, warning.remedy);
  setText(kind, warning.kind);
  showLine(line, warning.line);
  line.hidden = warning.line === null;
  link.hidden = warning.registry === null;
  setAttribute(link, "href", warning.registry === null ? null : `#/registry/${warning.registry}`);
  setText(since, `for ${age(at - warning.since)}`);
}

export function warningsView() {
  const list = el("ol", { class: "warnings" });
  const none = el("p", { class: "empty", id: "no-warnings", hidden: true },
    "No warnings. The checks below found nothing.");
  const checks = new Table({
    caption: "Checks", columns: CHECKS, key: row => row.kind, attributes: row => ({ "data-check": row.kind }),
  });
  return {
    title: () => "Warnings",
    element: el("div", { class: "reads" },
      el("div", { class: "toolbar" }, el("h2", {}, "Warnings")), list, none,
      el("h2", {}, "Checks"), el("div", { class: "checks" }, checks.element)),
    load: signal => get("/api/warnings", {}, signal),

    render(answer) {
      // A warning has no number. What it is about tells it from others.
      reconcile(list, answer.warnings, {
        key: ({ kind, line, registry }) => JSON.stringify([kind, line, registry]),
        create: createWarning,
        update: (element, warning) => fillWarning(element, warning, answer.at),
      });
      none.hidden = answer.warnings.length > 0;
      checks.show(answer.checks, "The program runs no check.");
    },
  };
}
