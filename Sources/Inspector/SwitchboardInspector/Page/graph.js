// Draws what a burst has about one registry: what sends here at the left, the handlers at the right.
//
// The boxes are HTML, so that long names shorten and links work. The lines between them are SVG. Boxes have a fixed
// height, so the ends of the lines are known without measuring.

import { bar, setShare, showLine } from "./cells.js";
import { el, svg } from "./dom.js";
import { count, duration, plural } from "./format.js";

const HEIGHT = 66, GAP = 8, WIDTH = 64;
// More boxes than this are shown on demand.
const MOST = 8;

const total = (list, key) => list.reduce((sum, item) => sum + item[key], 0);

function heightOf(boxes) {
  return Math.max(1, boxes) * (HEIGHT + GAP) - GAP;
}

/** Lines between the boxes of a side and the middle. The width of a line is the part of the total. */
function lines(weights, height, isLeft) {
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const top = (height - heightOf(weights.length)) / 2;
  const paths = weights.map((weight, at) => {
    const y = top + at * (HEIGHT + GAP) + HEIGHT / 2;
    const [from, to] = isLeft ? [y, height / 2] : [height / 2, y];
    return svg("path", {
      d: `M0,${from} C${WIDTH / 2},${from} ${WIDTH / 2},${to} ${WIDTH},${to}`,
      "stroke-width": (1 + 6 * weight / all).toFixed(1),
    });
  });
  return svg("svg", { class: "edges", width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, "aria-hidden": true },
    ...paths);
}

function named(label, registry, unknown) {
  const text = label ?? unknown;
  const attributes = { class: "what", title: text };
  if (registry === null) return el("span", attributes, text);
  return el("a", { ...attributes, href: `#/registry/${registry}` }, text);
}

function lineOf(line) {
  const element = el("span", { class: "where" });
  showLine(element, line);
  return element;
}

function sourceBox(source) {
  const unknown = source.registry === null ? "outside of any handler" : `number ${source.registry}`;
  return el("li", { class: "box", "data-source": source.line ?? "" },
    el("span", { class: "row" }, named(source.label, source.registry, unknown),
      el("span", { class: "times", title: "sends" }, `${count(source.count)}\u00d7`)),
    source.line === null ? null : lineOf(source.line));
}

function handlerBox(handler, share) {
  const times = `median ${duration(handler.medianNanoseconds)}, longest ${duration(handler.longestNanoseconds)},`
    + ` total ${duration(handler.totalNanoseconds)}`;
  const target = handler.registry === null ? null : el("span", { class: "what" }, "\u2192 sends to ",
    named(handler.label, handler.registry, `number ${handler.registry}`));
  const part = bar();
  setShare(part, share);
  return el("li", { class: "box", "data-handler": handler.line ?? "" },
    el("span", { class: "row" }, lineOf(handler.line),
      el("span", { class: "times", title: "calls" }, `${count(handler.calls)}\u00d7`)),
    el("span", { class: "timing", title: times }, times),
    target, part);
}

function column(name, heading, boxes) {
  return el("section", { class: name }, el("h4", {}, heading), el("ul", {}, ...boxes));
}

/** The sources, those of one name and line together. Each run of a line may make a source of its own. */
function together(sources) {
  const found = new Map();
  for (const source of sources) {
    const key = JSON.stringify([source.label ?? source.registry, source.line]);
    const same = found.get(key) ?? { ...source, count: 0 };
    // Several registries have no single page to link to.
    const registry = same.registry === source.registry ? source.registry : null;
    found.set(key, { ...same, count: same.count + source.count, registry });
  }
  return [...found.values()];
}

/** Returns the drawing of `burst` for a registry: a row of the program's answer. */
export function graph(burst, registry, showsAll = false) {
  const sources = together(burst.from).sort((a, b) => b.count - a.count);
  const handlers = [...burst.to].sort((a, b) => b.totalNanoseconds - a.totalNanoseconds);
  const most = showsAll ? Infinity : MOST;
  const [left, right] = [sources.slice(0, most), handlers.slice(0, most)];
  const height = heightOf(Math.max(left.length, right.length));
  const time = total(handlers, "totalNanoseconds");
  const middle = el("li", { class: "box here" },
    el("span", { class: "what", title: registry.name }, registry.name ?? `number ${registry.number}`),
    el("span", { class: "timing" }, plural(total(sources, "count"), "send")),
    el("span", { class: "timing" }, `${plural(total(handlers, "calls"), "call")}, ${duration(time)}`));
  const empty = text => [el("li", { class: "box none" }, text)];
  const drawing = el("div", { class: "graph" },
    column("sources", "What sends here", left.length ? left.map(sourceBox) : empty("nothing recorded")),
    lines(left.map(source => source.count), height, true),
    column("middle", "", [middle]),
    lines(right.map(handler => handler.totalNanoseconds), height, false),
    column("handlers", "Handlers by time, and where they send",
      right.length ? right.map(handler => handlerBox(handler, time ? handler.totalNanoseconds / time : 0))
        : empty("no handler ran")));
  const hidden = sources.length - left.length + handlers.length - right.length;
  if (!hidden) return drawing;
  const more = el("button", {
    type: "button", on: { click: () => whole.replaceWith(graph(burst, registry, true)) },
  }, `Show ${hidden} more`);
  const whole = el("div", {}, drawing, more);
  return whole;
}
