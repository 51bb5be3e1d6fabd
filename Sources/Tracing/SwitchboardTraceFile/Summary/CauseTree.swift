internal import SwitchboardTracing

/// The distinct ways in which activities cause one another, as a tree: each activity is a child of its cause.
///
/// O(1) per activity. Memory grows with the distinct ways, up to a depth of 64 and 100,000 nodes in all. Beyond these
/// limits only depths are kept.
struct CauseTree {
  /// The place of an activity in the tree, and the activity's true depth.
  struct Position {
    var node: UInt32
    var depth: UInt32

    static let root = Position(node: 0, depth: 0)

    init(node: UInt32, depth: UInt32) {
      self.node = node
      self.depth = depth
    }

    init(tag: UInt64) { self.init(node: UInt32(truncatingIfNeeded: tag), depth: UInt32(tag >> 32)) }
    var tag: UInt64 { UInt64(depth) << 32 | UInt64(node) }
  }

  private struct Link: Hashable {
    var parent: UInt32
    var kind: TraceKind
    /// The line of the handler that caused the activity.
    var handler: UInt32
    var site: UInt32
    var label: UInt32
  }

  private struct Node {
    var link: Link
    var count: UInt64 = 0
    var deepest: UInt32 = 0
    var isInner = false
  }

  private static let depthLimit = 64
  private static let countLimit = 100_000

  private var nodes = [Node(link: Link(parent: 0, kind: .end, handler: 0, site: 0, label: 0))]
  private var indices: [Link: UInt32] = [:]

  /// Adds `record`, which an activity at `cause` caused from the handler given at the line `handler`. Returns the place
  /// of `record`.
  mutating func advance(from cause: Position, to record: TraceRecord, handler: UInt32) -> Position {
    let depth = cause.depth == .max ? cause.depth : cause.depth + 1
    let node = cause.depth < Self.depthLimit ? child(of: cause.node, record, handler) : cause.node
    nodes[Int(node)].count += 1
    nodes[Int(node)].deepest = max(nodes[Int(node)].deepest, depth)
    return Position(node: node, depth: depth)
  }

  private mutating func child(of parent: UInt32, _ record: TraceRecord, _ handler: UInt32) -> UInt32 {
    let link = Link(parent: parent, kind: record.kind, handler: handler, site: record.site, label: record.label)
    if let index = indices[link] { return index }
    guard nodes.count < Self.countLimit else { return parent }
    let index = UInt32(nodes.count)
    nodes.append(Node(link: link))
    nodes[Int(parent)].isInner = true
    indices[link] = index
    return index
  }

  /// Returns the deepest chains. Equally deep chains are ordered by frequency, then by first appearance.
  func deepest(_ count: Int, _ symbols: TraceSymbols) -> [TraceSummary.Chain] {
    let ends = nodes.indices.dropFirst().filter { !nodes[$0].isInner }
    let ordered = ends.sorted {
      (nodes[$1].deepest, nodes[$1].count, $0) < (nodes[$0].deepest, nodes[$0].count, $1)
    }
    return ordered.prefix(count).map { index in
      TraceSummary.Chain(
        depth: UInt64(nodes[index].deepest), count: nodes[index].count, links: links(to: index, symbols))
    }
  }

  private func links(to index: Int, _ symbols: TraceSymbols) -> [TraceSummary.Chain.Link] {
    var links: [TraceSummary.Chain.Link] = []
    var index = index
    while index != 0 {
      let link = nodes[index].link
      links.append(
        TraceSummary.Chain.Link(
          handler: link.handler == 0 ? "" : symbols.site(link.handler).description, kind: link.kind.name,
          site: symbols.site(link.site).description, label: symbols.label(link.label).description))
      index = Int(link.parent)
    }
    return links.reversed()
  }
}
