// Measurements of the page. Each function returns a sentence for each problem. The check puts this file in a function.

function box(element) { return element.getBoundingClientRect(); }
function name(element) { return element.textContent.trim().replace(/\s+/g, " ").slice(0, 60) || element.className; }
function visible(element) {
  const size = box(element);
  return element.checkVisibility({ visibilityProperty: true }) && size.width > 0 && size.height > 0;
}

function sideways() {
  const excess = document.documentElement.scrollWidth - innerWidth;
  if (excess <= 0) return [];
  const wide = [...document.querySelectorAll("main *, nav *, header *")].filter(
    e => box(e).right > innerWidth + 1 && !e.closest(".scroll, .plot") && !e.children.length);
  return [`the page scrolls sideways by ${excess} px: ${wide.slice(0, 3).map(name).join("; ")}`];
}

function navigation() {
  const links = [...document.querySelectorAll("nav a, nav summary")].filter(visible);
  const found = links.filter(link => box(link).right > innerWidth || box(link).left < 0)
    .map(link => `an entry of the navigation is cut: ${name(link)}`);
  links.forEach((link, index) => {
    for (const other of links.slice(index + 1)) {
      if (link.contains(other) || other.contains(link)) continue;
      const [a, b] = [box(link), box(other)];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 2) found.push(`entries of the navigation overlap: ${name(link)}, ${name(other)}`);
    }
  });
  if (!links.length) found.push("the page has no navigation");
  const top = document.querySelector("nav");
  if (innerWidth < 700 && !top.querySelector("details[open]") && box(top).height > 80) {
    found.push(`the folded navigation takes ${Math.round(box(top).height)} px`);
  }
  return found;
}

function firstScreen() {
  const answer = document.querySelector(".answer");
  if (!answer) return ["the page has no answer"];
  const end = Math.round(box(answer).bottom + scrollY);
  return end > innerHeight ? [`the answer ends at ${end} px, below the first screen of ${innerHeight} px`] : [];
}

function opened(anchor) {
  const target = document.getElementById(decodeURIComponent(anchor.slice(1)));
  if (!target) return [`nothing has the anchor ${anchor}`];
  if (!visible(target)) return [`the anchor ${anchor} does not open its part`];
  const top = box(target).top;
  const last = document.documentElement.scrollHeight - innerHeight - 2;
  if (scrollY < last && (top < -2 || top > innerHeight / 2)) {
    return [`the anchor ${anchor} leaves its part at ${Math.round(top)} px`];
  }
  return [];
}

function tables() {
  const found = [];
  for (const table of document.querySelectorAll("table")) {
    const scroller = table.closest(".scroll");
    if (!scroller) { found.push(`a table has no box of its own: ${name(table)}`); continue; }
    if (box(scroller).right > innerWidth + 1) found.push(`a table is cut: ${name(table)}`);
    const excess = scroller.scrollWidth - scroller.clientWidth;
    if (excess < 2) continue;
    scroller.scrollLeft = excess;
    const first = table.querySelector("tbody th");
    if (first && Math.abs(box(first).left - box(scroller).left) > 2) {
      found.push(`the first column of a table does not stay: ${name(table)}`);
    }
    if (first && box(first).width > 0.6 * scroller.clientWidth) {
      found.push(`the first column hides the rest of a table: ${name(table)}`);
    }
    scroller.scrollLeft = 0;
  }
  return found;
}

function charts() {
  const found = [];
  for (const figure of document.querySelectorAll("figure")) {
    const plot = figure.querySelector(".plot");
    const drawing = plot.querySelector("svg");
    if (!drawing) { found.push(`a chart has no drawing: ${name(figure)}`); continue; }
    if (box(drawing).width < 200 || drawing.querySelectorAll("path, text").length < 20) {
      found.push(`a chart is empty: ${name(figure)}`);
    }
    if (box(plot).right > innerWidth + 1) found.push(`a chart is cut: ${name(figure)}`);
    const texts = [...drawing.querySelectorAll("text")].filter(text => text.textContent && visible(text));
    const small = texts.filter(text => box(text).height < 8 && box(text).width < 8 * text.textContent.length / 3);
    if (small.length) found.push(`${small.length} labels of a chart are too small: ${name(figure)}`);
    if (box(drawing).width > box(plot).width + 1 && plot.scrollWidth <= plot.clientWidth) {
      found.push(`a chart is wider than its box, which does not scroll: ${name(figure)}`);
    }
  }
  return found;
}

function pictures() {
  const found = [];
  for (const drawing of document.querySelectorAll(".picture svg")) {
    const texts = [...drawing.querySelectorAll("text")];
    texts.forEach((text, index) => {
      const own = box(text);
      if (own.height < 10) found.push(`a word of a picture has ${Math.round(own.height)} px: ${name(text)}`);
      if (own.left < box(drawing).left - 1 || own.right > box(drawing).right + 1) {
        found.push(`a word of a picture is cut: ${name(text)}`);
      }
      for (const other of texts.slice(index + 1)) {
        const b = box(other);
        const across = Math.min(own.right, b.right) - Math.max(own.left, b.left);
        const down = Math.min(own.bottom, b.bottom) - Math.max(own.top, b.top);
        if (across > 0 && down > 2) found.push(`words of a picture overlap: ${name(text)}, ${name(other)}`);
      }
    });
  }
  return found;
}

// The ratio of contrast by WCAG 2: 4.5 for text, 3 for large text and drawings.
function channels(color) { return (color.match(/[\d.]+/g) ?? []).map(Number); }
function luminance([r, g, b]) {
  const linear = [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
function background(element) {
  for (let e = element; e; e = e.parentElement) {
    const color = channels(getComputedStyle(e).backgroundColor);
    if (color.length && color[3] !== 0) return color;
  }
  return [255, 255, 255];
}
function contrast(root) {
  const found = new Map();
  const paper = luminance(background(document.body));
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  if (dark !== paper < 0.2) found.set("paper", `the paper has the wrong colour for ${dark ? "dark" : "light"}`);
  const selector = "p, li, th, td, h1, h2, h3, summary, a, code, figcaption, svg text";
  for (const element of document.querySelector(root).querySelectorAll(selector)) {
    if (!visible(element) || ![...element.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const style = getComputedStyle(element);
    const isDrawn = element.namespaceURI.endsWith("svg");
    const color = channels(isDrawn ? style.fill : style.color);
    if (color.length < 3) continue;
    const [a, b] = [luminance(color), luminance(background(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) {
      const key = `${element.tagName} ${isDrawn ? style.fill : style.color}`;
      found.set(key, `contrast ${ratio.toFixed(1)} of <${element.tagName.toLowerCase()}>: ${name(element)}`);
    }
  }
  return [...found.values()];
}

function printing() {
  dispatchEvent(new Event("beforeprint"));
  const closed = [...document.querySelectorAll("main details")].filter(part => !part.open).length;
  dispatchEvent(new Event("afterprint"));
  const kept = document.querySelector("main details")?.open;
  return [
    ...(closed ? [`${closed} parts stay closed in print`] : []),
    ...(kept ? ["a part that was closed is open after printing"] : []),
  ];
}
