internal import SwitchboardTracing

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
