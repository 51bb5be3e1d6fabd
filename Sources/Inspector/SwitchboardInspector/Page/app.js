// The entry of the page: routes, updates, and what happens when the program does not answer.

import { Failure, get, token } from "./api.js";
import { banner } from "./banners.js";
import { Recorder } from "./burst.js";
import { focusRow } from "./dom.js";
import { clock } from "./format.js";
import { growthView } from "./growth.js";
import { showOverview, showPaused, showRoute } from "./header.js";
import { listen } from "./keys.js";
import { Loop } from "./loop.js";
import { recordView } from "./record.js";
import { registriesView } from "./registries.js";
import { registryView } from "./registry.js";
import { warningsView } from "./warnings.js";

const part = id => document.getElementById(id);
const loop = new Loop(update);
const recorder = new Recorder(() => {
  current?.sync?.();
  if (!recorder.isRecording) loop.now();
});
const page = { refresh: () => loop.now(), recorder };
const views = {
  registries: registriesView(page), warnings: warningsView(page), growth: growthView(page), record: recordView(page),
};
const names = Object.keys(views);
let current = null;
let program = "The program";
let lastAnswer = new Date();

/** Updates the page. An error of the page itself is shown too: figures that stopped silently would deceive. */
async function update(signal) {
  try {
    await askAndShow(signal, current);
  } catch (error) {
    console.error(error);
    banner("failure", `This page has an error, so figures may be wrong: ${error.message}. Reload the page.`);
  }
}

/** Asks for the totals and for what the view shows, and shows both. */
async function askAndShow(signal, view) {
  const [overview, data] = await Promise.allSettled([get("/api/overview", {}, signal), view.load(signal)]);
  if (signal.aborted) return;
  const failures = [overview, data].filter(answer => answer.status === "rejected").map(answer => answer.reason);
  const unexpected = failures.find(failure => !(failure instanceof Failure));
  if (unexpected) throw unexpected;
  const refused = failures.find(failure => failure.status === 401);
  if (refused) return askForToken(refused.message);
  const silent = failures.find(failure => failure.status === 0);
  document.body.classList.toggle("stale", silent !== undefined);
  if (silent) {
    return banner("silent", `${program} has not answered since ${clock(lastAnswer)} (${silent.message}).`
      + " The figures are the last known ones. The page keeps asking.");
  }
  banner("silent");
  lastAnswer = new Date();
  if (overview.status === "fulfilled") showAnswer(overview.value);
  if (data.status === "fulfilled" && overview.status === "fulfilled") view.render(data.value, overview.value);
  banner("failure", ...new Set(failures.map(failure => failure.message)));
  document.title = `${view.title()} \u2013 ${program} \u2013 Switchboard inspector`;
}

function showAnswer(overview) {
  program = overview.program;
  showOverview(overview);
  banner("not-counted", ...overview.notCounted);
}

function askForToken(message) {
  loop.stop();
  token.clear();
  part("token-error").textContent = message;
  part("token-form").hidden = false;
  part("main").hidden = true;
  document.body.classList.add("stale");
  part("token").focus();
}

function begin() {
  part("token-form").hidden = true;
  part("main").hidden = false;
  return loop.start();
}

/** What scrolls, and how far; and the row that has the focus. A view that is opened again continues there. */
function placeOf(view) {
  const scrolled = [document.documentElement, part("main"), ...view.element.querySelectorAll(".scroll")];
  return {
    tops: scrolled.map(element => [element, element.scrollTop]),
    row: document.activeElement?.closest("main [data-row]"),
  };
}

function restore(place) {
  for (const [element, top] of place?.tops ?? []) element.scrollTop = top;
  if (place?.row?.isConnected) return focusRow(place.row, { preventScroll: true });
  // The focus follows to what was opened, so that the next Tab goes on there.
  part("main").focus({ preventScroll: true });
}

/** Opens the view that the address names. */
function open() {
  const hasToken = token.takeFromAddress();
  const [, name, number] = /^#\/(\w+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
  const isRegistry = name === "registry" && number !== undefined;
  const known = isRegistry ? "registry" : names.includes(name) ? name : "registries";
  const view = isRegistry ? registryView(page, number) : views[known];
  showRoute(isRegistry ? location.hash : `#/${known}`);
  if (view !== current) {
    if (current) current.place = placeOf(current);
    part("main").replaceChildren(view.element);
    part("main").dataset.view = known;
    banner("failure");
    const isFirst = current === null;
    current = view;
    if (!isFirst) restore(view.place ?? { tops: [[part("main"), 0], [document.documentElement, 0]] });
    view.sync?.();
  }
  if (hasToken) return begin();
  return token.get() ? loop.now() : askForToken("");
}

function pause() {
  loop.pause(!loop.isPaused);
  showPaused(loop.isPaused);
}

function record() {
  // The views that show a burst have a button of their own; from elsewhere, the result needs a place.
  if (current.record) return current.record();
  location.hash = "#/record";
  return recorder.record();
}

part("pause").addEventListener("click", pause);
part("skip").addEventListener("click", () => part("main").focus());
part("token-form").addEventListener("submit", event => {
  event.preventDefault();
  if (token.set(part("token").value.trim())) {
    part("token").value = "";
    begin();
  } else {
    part("token-error").textContent = "This is not a token: a token has only letters, digits and signs.";
  }
});
listen({
  ...Object.fromEntries(names.map((name, at) => [String(at + 1), () => { location.hash = `#/${name}`; }])),
  m: () => views.growth.mark(), b: record, p: pause,
});
addEventListener("hashchange", open);
showOverview(null);
open();
