import SwitchboardTracing

/// Lines, registries, and how often one led to the other.
struct CausalGraph {
  enum Node: Hashable {
    /// A source line, by its number in the trace; 0 is all that are unknown.
    case line(UInt32)
    case registry(UInt32)
  }

  enum EdgeKind: Hashable {
    case send, replay, delivery, start, arrival
    case nested, queued, hop

    var isCausation: Bool { self == .nested || self == .queued || self == .hop }

    /// Nothing for what the shapes of the two nodes tell.
    var word: String { self == .send || self == .delivery ? "" : "\(self)" }
  }

  struct Edge: Hashable {
    var from, to: Node
    var kind: EdgeKind
  }

  private(set) var edges: [Edge: UInt64] = [:]
  /// Labels by registry.
  private(set) var registries: [UInt32: UInt32] = [:]
  private(set) var lost: UInt64 = 0

  private var nesting = Nesting()
  /// Whose handler queued or hopped what has not gone on yet, by flow.
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
      waiting[record.flow] = (before.delivery?.record.site ?? before.activity?.record.site ?? 0, kind)
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
    } else if !record.isIndirect, record.kind != .arrive, let handler = before.delivery {
      count(.line(handler.record.site), .line(record.site), .nested)
    }
  }

  /// A chain's end has usually the line of the place that the chain has in a registry, which has an edge already.
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
