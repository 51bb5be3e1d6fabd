// The view that records a burst, shows what it has, and hands it out as a file.

import { get } from "./api.js";
import { banner } from "./banners.js";
import { problemOf, recordButton, showSample, USUAL } from "./burst.js";
import { el, setText } from "./dom.js";
import { bytes, duration } from "./format.js";
import { Table } from "./table.js";

const LEAST = 1, MOST = 5000;

const COLUMNS = [
  { key: "line", label: "handler", kind: "line" },
  { key: "label", label: "receives from", kind: "text" },
  { key: "onMainThread", label: "thread", kind: "thread" },
  { key: "calls", label: "calls", kind: "count" },
  { key: "medianNanoseconds", label: "median", kind: "duration" },
  { key: "longestNanoseconds", label: "longest", kind: "duration" },
  { key: "totalNanoseconds", label: "total", kind: "duration" },
  { key: "share", label: "part", kind: "share", title: "of the time in all these handlers" },
];

function sentence(burst) {
  switch (burst.state) {
    case "none": return "No burst was recorded yet.";
    case "recording": return `Recording ${burst.milliseconds} ms\u2026`;
    case "done":
      return `Burst ${burst.id} is done: ${duration(burst.spanNanoseconds)}, ${bytes(burst.bytes)} of records.`;
    default: return `Burst ${burst.id}: ${problemOf(burst)}`;
  }
}

/** Saves bytes as a file. They come with the token in a header, so a plain link cannot fetch them. */
async function download(program, id) {
  try {
    const address = URL.createObjectURL(await get("/api/burst.pftrace"));
    const name = `${program.replace(/[^\w.-]+/g, "-")}-burst-${id}.pftrace`;
    el("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60000);
    banner("download");
  } catch (error) {
    banner("download", `The file was not saved: ${error.message}`);
  }
}

export function recordView(page) {
  const field = el("input", {
    id: "milliseconds", type: "number", min: LEAST, max: MOST, step: 1, value: USUAL, required: true,
  });
  const recording = recordButton(page, "Record", () => field.reportValidity() ? field.valueAsNumber : null);
  field.addEventListener("keydown", event => {
    if (event.key === "Enter") recording.record();
  });
  const state = el("p", { id: "burst-state", role: "status" });
  const sample = el("p", { class: "sampled", id: "sample" });
  const save = el("button", { type: "button", id: "download" }, "Download the .pftrace");
  let shown = { id: null, program: "program" };
  save.addEventListener("click", () => download(shown.program, shown.id));
  const table = new Table({
    caption: "Handlers in the burst", columns: COLUMNS,
    key: row => JSON.stringify([row.line, row.label, row.onMainThread]), attributes: row => ({ "data-line": row.line }),
  });
  const result = el("div", { id: "result", hidden: true },
    el("div", { class: "toolbar" }, el("h2", {}, "Handlers"), sample, save),
    table.element,
    el("p", { class: "explains" },
      "Open the file in ", el("a", { href: "https://ui.perfetto.dev", target: "_blank", rel: "noreferrer" },
        "ui.perfetto.dev"), " with ", el("b", {}, "Open trace file"), "; it stays on this machine. In a terminal, ",
      el("code", {}, "switchboard-trace summary FILE"), " reads it."));

  return {
    title: () => "Record",
    record: recording.record,
    sync: recording.sync,
    element: el("div", { class: "reads" },
      el("div", { class: "toolbar" }, el("h2", {}, "Record a burst"),
        el("label", {}, field, " ms"), recording.button, state),
      recording.problem,
      el("p", { class: "explains" }, "A burst notes every send and every handler for a moment, which costs the program "
        + "some time meanwhile. Long bursts of a busy program may not find room for all records."),
      result),
    load: signal => get("/api/burst", {}, signal),

    render(burst, overview) {
      setText(state, sentence(burst));
      result.hidden = burst.state === "none" || burst.state === "recording" || !burst.handlers;
      if (result.hidden) return;
      shown = { id: burst.id, program: overview.program };
      showSample(sample, burst, overview.at);
      save.hidden = !burst.bytes;
      const sum = burst.handlers.reduce((time, handler) => time + handler.totalNanoseconds, 0) || 1;
      table.show(burst.handlers.map(handler => ({ ...handler, share: handler.totalNanoseconds / sum })),
        "No handler ran during the burst.");
    },
  };
}
