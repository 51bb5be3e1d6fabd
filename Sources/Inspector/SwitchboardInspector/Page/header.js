// The header: whose figures these are, and the totals.

import { showSpark } from "./cells.js";
import { el, reconcile, setAttribute, setText } from "./dom.js";
import { age, count, perSecond } from "./format.js";

const FIGURES = [
  ["registries", "registries", count],
  ["subscriptions", "subscriptions", count],
  ["sendsPerSecond", "sends", perSecond],
  ["deliveriesPerSecond", "deliveries", perSecond],
  ["waiting", "waiting", count],
  ["kept", "kept", count],
];
const TRENDS = { sendsPerSecond: [], deliveriesPerSecond: [] };
const SAMPLES = 60;

const part = id => document.getElementById(id);
let process = null;

function draw(overview) {
  reconcile(part("figures"), FIGURES, {
    key: ([key]) => key,
    create: ([key, label]) => el("div", {}, el("dt", {}, label), el("dd", { "data-field": key }),
      TRENDS[key] ? el("dd", { class: "trend" }) : null),
    update(figure, [key, , format]) {
      const value = overview?.[key] ?? null;
      setText(figure.children[1], format(value));
      setAttribute(figure.children[1], "title", value === null ? "not known yet" : null);
      if (TRENDS[key]) showSpark(figure.children[2], TRENDS[key], `${key} while this page is open`, 64, 16);
    },
  });
}

/** Shows an answer of the program, or that there was none yet. */
export function showOverview(overview) {
  if (!overview) return draw(null);
  if (process !== overview.process) {
    // The program began anew: what the page collected is about another process.
    for (const trend of Object.values(TRENDS)) trend.length = 0;
    process = overview.process;
  }
  for (const [key, trend] of Object.entries(TRENDS)) {
    if (overview[key] !== null) trend.push(overview[key]);
    trend.splice(0, trend.length - SAMPLES);
  }
  setText(part("program"), overview.program);
  setText(part("process"), `process ${overview.process},`);
  setText(part("uptime"), `up ${age(overview.at)}`);
  part("recording").hidden = !overview.recording;
  part("shows-values").hidden = !overview.showsValues;
  setText(part("warnings-badge"), count(overview.warnings));
  part("warnings-badge").classList.toggle("alarm", overview.warnings > 0);
  draw(overview);
}

/** Marks the entry of the navigation that is open. */
export function showRoute(address) {
  for (const link of document.querySelectorAll("nav a")) {
    const isHere = link.hash === address;
    // The view of one registry belongs to the registries.
    const isAbove = address.startsWith("#/registry/") && link.hash === "#/registries";
    setAttribute(link, "aria-current", isHere ? "page" : isAbove ? "true" : null);
  }
}

export function showPaused(isPaused) {
  setText(part("pause"), isPaused ? "Continue" : "Pause");
  setAttribute(part("pause"), "aria-pressed", String(isPaused));
  document.body.classList.toggle("paused", isPaused);
}
