// Builds and updates elements. Every string from the program goes in as text: nothing in this page parses HTML.

const SVG = "http://www.w3.org/2000/svg";

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else {
      setAttribute(element, name, value);
    }
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

/** An element with attributes, listeners (`on`), and children: nodes, or strings, which become text. */
export function el(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets an attribute; null, undefined and false remove it. Leaves an equal value alone. */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/** Replaces the text of an element. Leaves an equal text alone, so that a selection in it stays. */
export function setText(element, text) {
  const only = element.firstChild;
  if (only?.nodeType === Node.TEXT_NODE && !only.nextSibling) {
    if (only.data !== text) only.data = text;
  } else if (element.childNodes.length || text !== "") {
    element.textContent = text;
  }
}

// The elements of each parent by key, in order.
const kept = new WeakMap();

/**
 * Makes the children of `parent` show `items`. An item keeps its element as long as its key is there, so that focus,
 * selection and scroll position survive an update. `create(item)` makes an element, `update(element, item)` fills it.
 */
export function reconcile(parent, items, { key, create, update }) {
  const old = kept.get(parent) ?? new Map();
  const next = new Map();
  for (const item of items) {
    let name = String(key(item));
    // The program may have several things of one name.
    for (let copy = 2; next.has(name); copy++) name = `${key(item)}\u0000${copy}`;
    const element = old.get(name) ?? create(item);
    update(element, item);
    next.set(name, element);
  }
  kept.set(parent, next);
  const used = document.activeElement;
  const focused = [...old.values()].findIndex(element => element.contains(used));
  for (const [name, element] of old) if (!next.has(name)) element.remove();
  order(parent, [...next.values()]);
  if (focused >= 0 && !used.isConnected) {
    const next = parent.children[Math.min(focused, parent.children.length - 1)];
    focusRow(next, { preventScroll: true });
  }
}

/** Brings the children into order. Does not move the one that has the focus or the selection: it would lose them. */
function order(parent, elements) {
  const selected = getSelection()?.anchorNode;
  const anchor = elements.find(element => element.contains(document.activeElement))
    ?? elements.find(element => selected && element.contains(selected));
  let cursor = parent.firstChild;
  for (const element of elements) {
    while (element === anchor && cursor !== anchor) {
      // What is in the way goes to the end, and is placed later.
      const moved = cursor;
      cursor = cursor.nextSibling;
      parent.append(moved);
    }
    if (element === cursor) {
      cursor = cursor.nextSibling;
    } else {
      parent.insertBefore(element, cursor);
    }
  }
}

/** Focuses the first link of a row, which Enter then opens, or the row. */
export function focusRow(row, options) {
  (row?.querySelector("a") ?? row)?.focus(options);
}
