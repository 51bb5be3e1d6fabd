// The view of all registries.

import { get } from "./api.js";
import { el } from "./dom.js";
import { Listing } from "./listing.js";

const COLUMNS = [
  { key: "name", label: "name", kind: "name" },
  { key: "type", label: "type", kind: "code" },
  { key: "line", label: "line", kind: "line", title: "where the program made it" },
  { key: "kind", label: "kind", kind: "text", yields: 2 },
  { key: "subscribers", label: "subs", kind: "count", title: "subscribers" },
  { key: "sendsPerSecond", label: "sends/s", kind: "rate", title: "sends per second" },
  { key: "deliveriesPerSecond", label: "deliv./s", kind: "rate", title: "deliveries to subscribers per second" },
  { key: "sends", label: "sends", kind: "count", title: "sends since it was made", yields: 1 },
  { key: "deliveries", label: "deliveries", kind: "count", title: "deliveries since it was made", yields: 1 },
  {
    key: "waiting", label: "waiting", kind: "count",
    title: "values that wait for a delivery in progress, and in the queues and buffers of its subscribers",
  },
  { key: "kept", label: "kept", kind: "count", title: "values kept for later subscribers", yields: 2 },
  { key: "age", label: "age", kind: "age", title: "since the program made it", yields: 2 },
  { key: "spark", label: "", kind: "spark", isFixed: true },
];

export function registriesView(page) {
  const listing = new Listing({
    name: "registries", title: "Registries", filterLabel: "Filter by name, type, line or kind",
    caption: "Registries of the program", columns: COLUMNS, sort: "deliveries", order: "desc",
    key: row => row.number, attributes: row => ({ "data-number": row.number }), refresh: page.refresh,
  });
  return {
    title: () => "Registries",
    element: el("div", { class: "fills cards-short" }, listing.element),
    load: signal => get("/api/registries", listing.query, signal),
    render: answer => listing.show(answer, "The program has no registry now."),
  };
}
