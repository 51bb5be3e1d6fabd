// Everything can be read without this script. It opens what an anchor leads to, and lets the reader point at marks.

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let part = target.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  target.scrollIntoView();
}
addEventListener("hashchange", reveal);
document.addEventListener("click", event => {
  const link = event.target.closest?.('a[href^="#"]');
  // A link to the place where the reader already is changes no address.
  if (link && link.hash === location.hash) reveal();
});

const parts = [...document.querySelectorAll("main details")];
let closed = [];
addEventListener("beforeprint", () => {
  closed = parts.filter(part => !part.open);
  for (const part of closed) part.open = true;
});
addEventListener("afterprint", () => {
  for (const part of closed) part.open = false;
  closed = [];
});

const contents = document.querySelector(".contents");
if (contents) {
  const wide = matchMedia("(min-width: 70.01rem)");
  const fold = () => { contents.open = wide.matches; };
  wide.addEventListener("change", fold);
  fold();
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Open all";
  button.addEventListener("click", () => {
    const open = button.textContent === "Open all";
    for (const part of parts) part.open = open;
    button.textContent = open ? "Close all" : "Open all";
  });
  contents.append(button);
}

// A narrow screen gets a chart of its own width, with the legend below.
function fit(spec, width) {
  if (width >= 560) return spec;
  const orient = spec.concat ? "top" : "bottom";
  const legend = { ...spec.config.legend, orient, columns: 2, offset: 12, labelLimit: 140 };
  const fitted = { ...spec, config: { ...spec.config, legend }, padding: 4 };
  if (spec.concat) return { ...fitted, columns: width < 480 ? 1 : 2, concat: spec.concat.map(panel => ({
    ...panel, width: width < 480 ? width - 70 : panel.width })) };
  if (spec.encoding?.y?.type === "nominal") return { ...fitted, width: 320 };
  return { ...fitted, width: width - 70, height: 260 };
}

async function draw(figure) {
  const plot = figure.querySelector(".plot");
  const text = document.getElementById(figure.dataset.chart).textContent;
  // Labels that touch on a narrow axis give way.
  const narrow = plot.clientWidth < 560;
  const spec = JSON.parse(text, (key, value) => narrow && key === "labelOverlap" ? "greedy" : value);
  const place = document.createElement("div");
  place.className = "plot";
  try {
    const options = { mode: "vega-lite", renderer: "svg", actions: false, defaultStyle: false };
    await vegaEmbed(place, fit(spec, plot.clientWidth), options);
    plot.replaceWith(place);
    figure.dataset.drawn = "yes";
  } catch (error) {
    console.error(figure.dataset.chart, error);
  }
}

// Charts in closed parts are drawn when the reader opens the part.
const seen = new IntersectionObserver(entries => {
  for (const entry of entries.filter(entry => entry.isIntersecting)) {
    seen.unobserve(entry.target);
    draw(entry.target);
  }
}, { rootMargin: "300px" });
for (const figure of document.querySelectorAll("figure[data-chart]")) seen.observe(figure);

if (location.hash) reveal();
