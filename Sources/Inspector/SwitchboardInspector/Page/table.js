// A table with rows that stay the same elements from update to update.

import { fill, NUMBERS } from "./cells.js";
import { el, reconcile, setAttribute, setText } from "./dom.js";

// On a narrow screen the parts of a table are no longer laid out as a table. The roles say that it still is one.
const ROLES = { table: "table", thead: "rowgroup", tbody: "rowgroup", tr: "row", th: "columnheader", td: "cell" };
const part = (tag, attributes, ...children) => el(tag, { role: ROLES[tag], ...attributes }, ...children);

/** The classes of a column: how it is aligned, how wide it is, and when it gives way. */
function classes(column) {
  return [NUMBERS.has(column.kind) || column.isNumber ? "number" : "text", `kind-${column.kind}`,
    `column-${column.key}`, column.yields ? `yields-${column.yields}` : ""].join(" ").trim();
}

/**
 * `columns`: { key, label, kind, title?, isNumber?, yields?: 1 | 2 (hidden first, second), isFixed?: cannot sort }.
 * `key(row)` names a row, `attributes(row)` are hooks of it. `sort(column)` is called for a click on a heading; without
 * it, the table cannot be sorted.
 */
export class Table {
  #columns;
  #key;
  #attributes;
  #headings = new Map();
  #body = part("tbody");
  #empty = el("p", { class: "empty", hidden: true });

  constructor({ caption, columns, key, attributes = () => ({}), sort = null }) {
    this.#columns = columns;
    this.#key = key;
    this.#attributes = attributes;
    const headings = columns.map(column => {
      const title = column.title ?? null;
      const content = sort && !column.isFixed
        ? el("button", { type: "button", title, on: { click: () => sort(column) } }, column.label)
        : el("span", { title }, column.label);
      const heading = part("th", { scope: "col", class: classes(column) }, content);
      this.#headings.set(column.key, heading);
      return heading;
    });
    this.element = el("div", { class: "scroll" },
      part("table", {},
        el("caption", { class: "unseen" }, caption),
        el("colgroup", {}, ...columns.map(column => el("col", { class: classes(column) }))),
        part("thead", {}, part("tr", {}, ...headings)), this.#body),
      this.#empty);
  }

  showSort(key, order) {
    for (const [name, heading] of this.#headings) {
      setAttribute(heading, "aria-sort", name === key ? (order === "asc" ? "ascending" : "descending") : null);
    }
  }

  /** Shows the rows, or the sentence if there are none. */
  show(rows, empty) {
    reconcile(this.#body, rows, {
      key: this.#key,
      create: row => this.#create(row),
      update: (element, row) => this.#columns.forEach((column, at) => {
        fill[column.kind](element.children[at], row[column.key] ?? null, row, column);
      }),
    });
    this.#empty.hidden = rows.length > 0;
    setText(this.#empty, rows.length ? "" : empty);
  }

  #create(row) {
    const cells = this.#columns.map((column, at) => part(at ? "td" : "th", {
      class: classes(column), "data-field": column.key, "data-label": column.label,
      ...(at ? {} : { scope: "row", role: "rowheader" }),
    }));
    return part("tr", { "data-row": true, tabindex: -1, ...this.#attributes(row) }, ...cells);
  }
}
