// The view of one registry: its figures, what a burst saw of it, and its subscriptions.

import { get } from "./api.js";
import { recordButton, showSample, USUAL } from "./burst.js";
import { showLine, showSpark } from "./cells.js";
import { el, reconcile, setAttribute, setText } from "./dom.js";
import { age, count, perSecond } from "./format.js";
import { graph } from "./graph.js";
import { Listing } from "./listing.js";

const COLUMNS = [
  { key: "line", label: "line", kind: "line", title: "where the program subscribed" },
  { key: "owner", label: "owner", kind: "owner", title: "the type of the owner" },
  { key: "count", label: "count", kind: "count", title: "subscriptions of this line" },
  { key: "deliveriesPerSecond", label: "deliv./s", kind: "rate", title: "deliveries per second" },
  { key: "deliveries", label: "deliveries", kind: "count" },
  {
    key: "waiting", label: "waiting", kind: "count",
    title: "values that wait for a delivery in progress, or in a queue",
  },
  { key: "youngest", label: "youngest", kind: "age", title: "age of the youngest subscription", yields: 1 },
  { key: "oldest", label: "oldest", kind: "age", title: "age of the oldest subscription", yields: 1 },
  {
    key: "ownersGone", label: "owners gone", kind: "alarm", isNumber: true, isFixed: true,
    title: "subscriptions whose owner is deallocated",
  },
  {
    key: "isIndirect", label: "chain", kind: "chain", isFixed: true, yields: 2,
    title: "whether a chain of operators was subscribed at this line",
  },
];

const FIELDS = [
  ["subscribers", "subscribers", row => count(row.subscribers)],
  ["sendsPerSecond", "sends", row => perSecond(row.sendsPerSecond)],
  ["deliveriesPerSecond", "deliveries", row => perSecond(row.deliveriesPerSecond)],
  ["sends", "sends so far", row => count(row.sends)],
  ["deliveries", "deliveries so far", row => count(row.deliveries)],
  ["waiting", "waiting", row => count(row.waiting)],
  ["mostWaiting", "most waiting", row => count(row.mostWaiting)],
  ["kept", "kept", row => row.keptLimit ? `${count(row.kept)} of ${count(row.keptLimit)}` : count(row.kept)],
  ["age", "age", row => age(row.age)],
];

function figures(element, row) {
  reconcile(element, FIELDS, {
    key: ([key]) => key,
    create: ([key, label]) => el("div", {}, el("dt", {}, label), el("dd", { "data-field": key })),
    update(field, [key, , text]) {
      setText(field.lastChild, text(row));
      setAttribute(field.lastChild, "title", row[key] === null ? "not known yet" : null);
    },
  });
}

export function registryView(page, number) {
  const name = el("h2"), type = el("code", { class: "type" }), line = el("span"), kind = el("span", { class: "chip" });
  const fields = el("dl", { class: "fields" });
  const spark = el("div", { class: "trend" }), most = el("figcaption");
  const recording = recordButton(page, `Record ${USUAL} ms`, () => USUAL);
  const sample = el("p", { class: "sampled", id: "sample", hidden: true });
  const drawing = el("div", { class: "drawing", id: "graph" });
  const noSample = el("p", { class: "empty", id: "no-sample" });
  const listing = new Listing({
    name: "subscriptions", title: "Subscriptions", filterLabel: "Filter by line or owner", caption: "Subscriptions",
    columns: COLUMNS, sort: "deliveries", order: "desc", size: 20,
    key: row => JSON.stringify([row.line, row.owner, row.isIndirect]), attributes: row => ({ "data-line": row.line }),
    refresh: page.refresh,
  });
  const gone = el("p", { class: "empty", id: "gone", hidden: true });
  const content = el("div", {},
    el("div", { class: "title" }, name, kind, type, line),
    el("div", { class: "overview" }, fields, el("figure", {}, most, spark)),
    el("div", { class: "toolbar" }, el("h2", {}, "In the last burst"), recording.button, sample),
    recording.problem, noSample, drawing,
    listing.element);
  let title = `Registry ${number}`;
  let drawn = null;

  function showBurst(burst, row, { at, recording }) {
    // While the next burst is recorded, the drawing of the last one stays, so that nothing jumps.
    if (!burst && recording && drawn !== null) return;
    const isEmpty = !burst?.from.length && !burst?.to.length;
    sample.hidden = burst === null;
    drawing.hidden = isEmpty;
    noSample.hidden = !isEmpty;
    setText(noSample, burst ? "Nothing was sent here during the sample." : "No burst was recorded yet.");
    if (burst) showSample(sample, burst, at);
    // A burst does not change, so its drawing stays, with what the user opened and selected in it.
    if ((burst?.id ?? null) === drawn) return;
    drawn = burst?.id ?? null;
    drawing.replaceChildren(...(burst ? [graph(burst, row)] : []));
  }

  return {
    title: () => title,
    record: recording.record,
    sync: recording.sync,
    element: el("div", { class: "reads" },
      el("p", { class: "path" }, el("a", { href: "#/registries" }, "Registries")), gone, content),

    async load(signal) {
      try {
        return await get(`/api/registries/${number}`, listing.query, signal);
      } catch (error) {
        if (error.status === 404) return { gone: error.message };
        throw error;
      }
    },

    render(answer, overview) {
      gone.hidden = answer.gone === undefined;
      content.hidden = !gone.hidden;
      setText(gone, answer.gone ?? "");
      if (!gone.hidden) return;
      const row = answer.registry;
      title = row.name ?? `number ${row.number}`;
      setText(name, title);
      setText(type, row.type);
      setText(kind, row.kind);
      showLine(line, row.line);
      figures(fields, row);
      setText(most, `sends per second, at most ${perSecond(Math.max(0, ...row.spark))} of late`);
      showSpark(spark, row.spark, "sends per second, newest at the right", 240, 32);
      showBurst(answer.burst, row, overview);
      listing.show(answer, "Nobody subscribes here now.");
    },
  };
}
