// The sentences at the top of every view. The region is live, so a sentence is put in once, and not again each second.

import { el, reconcile, setText } from "./dom.js";

const shown = new Map();

function draw() {
  const list = [...shown].flatMap(([source, sentences]) => sentences.map((text, at) => ({ source, text, at })));
  reconcile(document.getElementById("banners"), list, {
    key: banner => `${banner.source} ${banner.at}`,
    create: banner => el("p", { class: "banner", "data-banner": banner.source }, el("span")),
    update: (element, banner) => setText(element.firstChild, banner.text),
  });
}

/** Shows the sentences of a source instead of its earlier ones; none clears them. */
export function banner(source, ...sentences) {
  if (!sentences.length && !shown.has(source)) return;
  if (sentences.length) shown.set(source, sentences); else shown.delete(source);
  draw();
}

let fading;

/** Says for a few seconds what a key did. */
export function note(text) {
  const element = document.getElementById("note");
  setText(element, text);
  clearTimeout(fading);
  fading = setTimeout(() => setText(element, ""), 6000);
}
