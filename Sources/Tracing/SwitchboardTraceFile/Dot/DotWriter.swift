package import SwitchboardTracing

extension TraceFormat {
  static let dot = TraceFormat("dot", "a graph of causes between lines, with counts, for GraphViz") {
    DotWriter(to: $0)
  }
}

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

/// A graph of source lines and registries, with the number of times that one led to another.
struct CausalGraph {
  enum Node: Hashable {
    /// A source line, by its number in the trace. 0 stands for all unknown lines.
    case line(UInt32)
    case registry(UInt32)
  }

  enum EdgeKind: Hashable {
    case send, replay, delivery, start, arrival
    case nested, queued, hop

    var isCausation: Bool { self == .nested || self == .queued || self == .hop }

    /// The word on the edge. Empty where the shapes of the two nodes say enough.
    var word: String { self == .send || self == .delivery ? "" : "\(self)" }
  }

  struct Edge: Hashable {
    var from, to: Node
    var kind: EdgeKind
  }

  private(set) var edges: [Edge: UInt64] = [:]
  /// The labels of registries, by registry.
  private(set) var registries: [UInt32: UInt32] = [:]
  private(set) var lost: UInt64 = 0

  private var nesting = Nesting()
  /// The lines of the handlers or activities that queued or hopped work which has not continued yet, by flow.
  private var waiting: [UInt64: (site: UInt32, kind: EdgeKind)] = [:]

  mutating func add(_ record: TraceRecord) {
    let before = nesting.thread(of: record)
    let fits = nesting.advance(record)
    if record.registry != 0, registries[record.registry, default: 0] == 0 { registries[record.registry] = record.label }
    switch record.kind {
    case .send, .replay:
      count(.line(record.site), .registry(record.registry), record.kind == .send ? .send : .replay)
      addCause(of: record, before)
    case .start, .arrive, .scope:
      addCause(of: record, before)
    case .queue, .hop:
      let kind = record.kind == .queue ? EdgeKind.queued : .hop
      waiting[record.flow] = (before.origin?.record.site ?? 0, kind)
    case .deliver where fits:
      addDelivery(record)
    case .lost:
      lost.add(record.count)
    default: break
    }
  }

  private mutating func addCause(of record: TraceRecord, _ before: Nesting.Thread) {
    if let cause = waiting.removeValue(forKey: record.flow) {
      count(.line(cause.site), .line(record.site), cause.kind)
    } else if !record.isIndirect, record.kind != .arrive, let origin = before.origin {
      count(.line(origin.record.site), .line(record.site), .nested)
    }
  }

  /// Counts a delivery. The end of a chain usually has the same line as the chain's place in a registry. Then it adds
  /// no edge, because the delivery to that place already did.
  private mutating func addDelivery(_ record: TraceRecord) {
    let to = Node.line(record.site)
    guard record.registry == 0 else { return count(.registry(record.registry), to, .delivery) }
    let frames = nesting.thread(of: record).frames.dropLast()
    guard let outer = frames.last else { return }
    switch outer.record.kind {
    case .deliver where outer.record.site != record.site: count(.line(outer.record.site), to, .delivery)
    case .start where outer.record.site != record.site: count(.line(outer.record.site), to, .start)
    case .arrive, .scope: count(.line(outer.record.site), to, .arrival)
    case .send, .replay: count(.registry(outer.record.registry), to, .delivery)
    default: break
    }
  }

  private mutating func count(_ from: Node, _ to: Node, _ kind: EdgeKind) {
    edges[Edge(from: from, to: to, kind: kind), default: 0] += 1
  }
}

extension Nesting.Thread {
  /// The frame whose line causes the next record: the running handler, or otherwise the activity itself.
  fileprivate var origin: Nesting.Frame? { delivery ?? activity }
}
