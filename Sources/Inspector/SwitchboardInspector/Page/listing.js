// A table that the program sorts, filters and cuts into pages: it may have many thousands of rows.

import { el, setAttribute, setText } from "./dom.js";
import { count } from "./format.js";
import { Table } from "./table.js";

const SIZES = [20, 50, 100, 200];
const PAUSE = 250;

/** What the user chose last, which a reload of the page keeps. */
function remembered(name, initial) {
  try {
    return { ...initial, ...JSON.parse(sessionStorage.getItem(`switchboard.${name}`)) };
  } catch {
    return initial;
  }
}

export class Listing {
  #name;
  #columns;
  #refresh;
  #choice;
  #filter = "";
  #page = 0;
  #timer;
  #parts = {};

  /** `refresh()` asks the program anew. `sort` and `order` are those of the first time. */
  constructor({ name, title, filterLabel, columns, sort, order, size = 50, refresh, ...rest }) {
    this.#name = name;
    this.#columns = columns;
    this.#refresh = refresh;
    this.#choice = remembered(name, { sort, order, size });
    this.table = new Table({ ...rest, columns, sort: column => this.#sortBy(column) });
    this.element = el("section", { class: "listing" }, this.#toolbar(title, filterLabel), this.table.element);
    this.#showChoice();
  }

  /** What the program is asked for. */
  get query() {
    return { ...this.#choice, filter: this.#filter, page: this.#page };
  }

  /** Shows an answer: total, matching, page, size, rows. */
  show(answer, empty) {
    const { total, matching, page, size, rows } = answer;
    const last = Math.max(0, Math.ceil(matching / size) - 1);
    // Rows went away while the user was on the last page.
    if (page > last && this.#page > last) {
      this.#page = last;
      this.#refresh();
    }
    const first = page * size;
    const { amount, range, back, forward } = this.#parts;
    setText(amount, matching === total ? count(total) : `${count(matching)} of ${count(total)}`);
    setText(range, rows.length ? `${count(first + 1)}\u2013${count(first + rows.length)}` : "0");
    // A button that is disabled loses the focus, and with it the place of the keyboard.
    setAttribute(back, "aria-disabled", page <= 0 ? "true" : null);
    setAttribute(forward, "aria-disabled", page >= last ? "true" : null);
    this.table.show(rows, total ? `Nothing matches the filter "${this.#filter}".` : empty);
  }

  #toolbar(title, filterLabel) {
    const turn = by => event => {
      if (event.currentTarget.hasAttribute("aria-disabled")) return;
      this.#page = Math.max(0, this.#page + by);
      this.table.element.scrollTop = 0;
      this.#refresh();
    };
    const parts = this.#parts;
    parts.amount = el("span", { class: "amount" });
    parts.range = el("span", { class: "range" });
    parts.back = el("button", { type: "button", title: "Previous page", on: { click: turn(-1) } }, "\u2039");
    parts.forward = el("button", { type: "button", title: "Next page", on: { click: turn(1) } }, "\u203a");
    parts.size = el("select", { "aria-label": "Rows of a page", title: "Rows of a page" },
      ...SIZES.map(size => el("option", { value: size }, `${size} rows`)));
    parts.size.addEventListener("change", () => this.#choose({ size: Number(parts.size.value) }));
    parts.sort = el("select", { "aria-label": "Sort by" }, ...this.#columns.filter(column => !column.isFixed)
      .map(column => el("option", { value: column.key }, `by ${column.label}`)));
    parts.sort.addEventListener("change", () => this.#sortBy(this.#column(parts.sort.value)));
    parts.order = el("button", {
      type: "button", title: "Reverse the order", on: { click: () => this.#sortBy(this.#column(this.#choice.sort)) },
    });
    return el("div", { class: "toolbar" },
      el("h2", {}, title),
      this.#filterField(filterLabel), parts.amount,
      // Headings sort, but a narrow screen has none.
      el("span", { class: "sorting" }, parts.sort, parts.order),
      el("span", { class: "pager" }, parts.size, parts.back, parts.range, parts.forward));
  }

  #filterField(label) {
    const field = el("input", {
      id: "filter", type: "search", placeholder: "Filter", "aria-label": label, title: `${label} (key: /)`,
      autocomplete: "off", spellcheck: "false",
    });
    field.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        if (field.value === this.#filter) return;
        this.#filter = field.value;
        this.#page = 0;
        this.#refresh();
      }, PAUSE);
    });
    return field;
  }

  #column(key) {
    return this.#columns.find(column => column.key === key);
  }

  /** Text begins with A, numbers with the largest; the second click reverses. */
  #sortBy(column) {
    const isNew = column.key !== this.#choice.sort;
    const first = column.kind in { name: 0, text: 0, code: 0, line: 0, owner: 0 } ? "asc" : "desc";
    const order = isNew ? first : this.#choice.order === "asc" ? "desc" : "asc";
    this.#choose({ sort: column.key, order });
  }

  #choose(choice) {
    Object.assign(this.#choice, choice);
    sessionStorage.setItem(`switchboard.${this.#name}`, JSON.stringify(this.#choice));
    this.#page = 0;
    this.#showChoice();
    this.#refresh();
  }

  #showChoice() {
    const { sort, order, size } = this.#choice;
    this.table.showSort(sort, order);
    this.#parts.size.value = size;
    this.#parts.sort.value = sort;
    setText(this.#parts.order, order === "asc" ? "\u2191" : "\u2193");
    setAttribute(this.#parts.order, "aria-label", order === "asc" ? "ascending; reverse" : "descending; reverse");
  }
}
