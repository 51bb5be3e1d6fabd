// Fills cells of tables. A column names the way: { key: "sends", kind: "count", ... }.

import { el, setAttribute, setText, svg } from "./dom.js";
import { age, count, duration, perSecond, rate, UNKNOWN } from "./format.js";

export const NUMBERS = new Set(["count", "rate", "age", "duration", "change"]);
const WIDTH = 80, HEIGHT = 16;

/** A number: dim if there is nothing to see, and with a title if it is not known. */
function number(cell, value, text) {
  setText(cell, text);
  setAttribute(cell, "title", value === null ? "not known yet" : null);
  cell.classList.toggle("dim", !value);
}

/** Shows a line of the source. Where there is little room, its beginning gives way, and the number never. */
export function showLine(element, line) {
  if (!element.firstChild) element.append(el("bdi", { dir: "ltr" }, el("span", { class: "folders" }), el("span")));
  const cut = (line?.lastIndexOf("/") ?? -1) + 1;
  setText(element.firstChild.firstChild, line?.slice(0, cut) ?? "");
  setText(element.firstChild.lastChild, line?.slice(cut) ?? UNKNOWN);
  element.classList.add("line");
  element.classList.toggle("dim", line === null);
  setAttribute(element, "title", line ?? "the line is not known");
}

/** A line of figures that the program or the page collected, oldest first. Keeps its element. */
export function showSpark(element, values, title, width = WIDTH, height = HEIGHT) {
  if (element.firstChild?.nodeName !== "svg") {
    element.replaceChildren(svg("svg", {
      class: "spark", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", preserveAspectRatio: "none",
    }, svg("title"), svg("line", { x1: 0, x2: width, y1: height - 0.5, y2: height - 0.5 }), svg("polyline")));
  }
  const highest = Math.max(...values, 0);
  // The newest figure is at the right end, also while there are few.
  const step = (width - 2) / Math.max(29, values.length - 1);
  const points = values.map((value, at) => {
    const x = width - 1 - (values.length - 1 - at) * step;
    const y = height - 1.5 - (highest ? value / highest : 0) * (height - 3);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const [label, , line] = element.firstChild.children;
  setAttribute(line, "points", points.join(" "));
  element.classList.toggle("flat", !highest);
  setText(label, `${title}: ${values.length ? `at most ${perSecond(highest)}` : "not known yet"}`);
}

/** A bar that shows a part of a total. */
export function bar() {
  return svg("svg", { class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": true },
    svg("rect", { height: 10 }));
}

export function setShare(bar, share) {
  setAttribute(bar.firstChild, "width", (100 * share).toFixed(1));
}

export const fill = {
  text(cell, value) {
    setText(cell, value ?? UNKNOWN);
    setAttribute(cell, "title", value ?? "not known");
    cell.classList.toggle("dim", value === null);
  },

  code(cell, value) {
    fill.text(cell, value);
  },

  /** The name of a registry, which leads to its view. */
  name(cell, value, row) {
    if (!cell.firstChild) cell.append(el("a", { href: `#/registry/${row.number}` }));
    setText(cell.firstChild, value ?? `number ${row.number}`);
    cell.firstChild.classList.toggle("unnamed", value === null);
    setAttribute(cell, "title", value ?? "this registry has no name");
  },

  line(cell, value) {
    if (!cell.firstChild) cell.append(el("span"));
    showLine(cell.firstChild, value);
  },

  count(cell, value) {
    number(cell, value, count(value));
    if (Math.abs(value) >= 1e9) cell.title = String(value);
  },
  rate: (cell, value) => number(cell, value, rate(value)),
  age: (cell, value) => number(cell, value, age(value)),
  duration: (cell, value) => number(cell, value, duration(value)),
  change(cell, value) {
    number(cell, value, `${value > 0 ? "+" : ""}${count(value)}`);
    cell.classList.toggle("grew", value > 0);
  },
  spark: (cell, value) => showSpark(cell, value ?? [], "sends per second, newest at the right"),

  /** The type of the owner. Without one, the subscription stays until it is disposed. */
  owner(cell, value) {
    fill.text(cell, value);
    if (value === null) cell.title = "no owner";
  },

  /** Something that should not be: loud unless it is 0. */
  alarm(cell, value) {
    number(cell, value, count(value));
    cell.classList.toggle("loud", value > 0);
  },

  chain(cell, value) {
    setText(cell, value ? "chain" : "");
    setAttribute(cell, "title", value ? "part of a chain of operators that was subscribed at this line" : null);
  },

  thread(cell, value) {
    setText(cell, value ? "main" : "other");
    cell.classList.toggle("dim", !value);
  },

  /** A part of a total, from 0 to 1, as a bar. */
  share(cell, value) {
    if (!cell.firstChild) cell.append(bar(), el("span"));
    setShare(cell.firstChild, value);
    setText(cell.lastChild, `${(100 * value).toFixed(0)} %`);
  },
};
