package import SwitchboardTracing

/// A writer of the causal graph of a trace, for GraphViz: `dot -Tsvg`.
///
/// Boxes are source lines, ellipses are registries. An edge from a line to a registry counts the line's sends. An edge
/// from a registry to a line counts the handler calls at that line. A dashed edge goes from the line of a handler,
/// start or arrival to the line whose send, start or replay it caused: during the call (nested), later through a
/// registry's queue (queued), or on another thread (hop). What a `start` or `arrive` delivers goes from line to line.
/// If more than eight registries have the same label, they share one ellipse.
///
/// Takes O(1) per record, and memory for distinct lines, registries and edges, and for work that is open or waits. All
/// text is written at the end. ``finish()`` throws ``TextOutputError``.
// Sound: one thread at a time calls a sink.
package final class DotWriter: TraceSink, @unchecked Sendable {
  private let output: TextOutput
  private var graph = CausalGraph()
  private var symbols = TraceSymbols()

  package init(to output: TextOutput) { self.output = output }

  package func begin(_ header: TraceHeader) {}

  package func write(_ records: [TraceRecord], _ symbols: TraceSymbols) {
    for record in records { graph.add(record) }
    self.symbols = symbols
  }

  package func finish() throws {
    output.write("digraph switchboard {\n  rankdir=LR;\n  node [fontname=\"Helvetica\"];\n")
    if graph.lost > 0 { output.write("  label=\"\(graph.lost) records are missing, so counts are too low\";\n") }
    let names = nodeNames()
    var nodes: Set<String> = []
    var counts: [Edge: UInt64] = [:]
    for (edge, count) in graph.edges {
      let edge = Edge(from: names(edge.from), to: names(edge.to), kind: edge.kind)
      nodes.formUnion([edge.from, edge.to])
      counts[edge, default: 0] += count
    }
    for node in nodes.sorted() { output.write("  \(node)\(node.hasPrefix("\"line ") ? " [shape=box]" : "");\n") }
    for (edge, count) in counts.sorted(by: { $0.key < $1.key }) {
      let text = edge.kind.word.isEmpty ? "\(count)" : "\(edge.kind.word) \(count)"
      output.write(
        "  \(edge.from) -> \(edge.to) [label=\"\(text)\"\(edge.kind.isCausation ? ", style=dashed" : "")];\n")
      try output.check()
    }
    output.write("}\n")
    try output.flush()
  }

  private struct Edge: Hashable, Comparable {
    var from, to: String
    var kind: CausalGraph.EdgeKind

    static func < (a: Edge, b: Edge) -> Bool {
      (a.from, a.to, a.kind.word) < (b.from, b.to, b.kind.word)
    }
  }

  /// Returns a function that gives the quoted names of nodes. Registries with the same label are numbered in order of
  /// appearance.
  private func nodeNames() -> (CausalGraph.Node) -> String {
    var byLabel: [String: [UInt32]] = [:]
    for (registry, label) in graph.registries.sorted(by: { $0.key < $1.key }) {
      let label = Int(label) < symbols.labels.count ? symbols.labels[Int(label)].description : ""
      byLabel[label, default: []].append(registry)
    }
    var names: [UInt32: String] = [:]
    for (label, registries) in byLabel {
      let label = label.isEmpty ? "registry" : label
      for (index, registry) in registries.enumerated() {
        names[registry] = registries.count > 8 ? "\(label) ×\(registries.count)" : "\(label)#\(index + 1)"
      }
    }
    return { [symbols] node in
      switch node {
      case .registry(let number): return Self.quoted("registry", names[number] ?? "#\(number)")
      case .line(let site):
        let index = Int(site)
        return Self.quoted("line", index < symbols.sites.count ? symbols.sites[index].description : "?")
      }
    }
  }

  private static func quoted(_ kind: String, _ text: String) -> String {
    var escaped = ""
    for character in printable(text) {
      escaped += character == "\"" || character == "\\" ? "\\\(character)" : "\(character)"
    }
    return "\"\(kind) \(escaped)\""
  }
}
