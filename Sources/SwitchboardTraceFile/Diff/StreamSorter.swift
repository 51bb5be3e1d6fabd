import SwitchboardTracing

/// Takes the records of a trace apart into sequences that two runs of a deterministic program have in common, whatever
/// the threads' speed: what each thread does of its own accord, and for each piece of work that came from another thread
/// (an `arrive`, or a `send` that another thread queued) what it did, wherever it ran.
struct StreamSorter {
  /// Work that came from another thread.
  struct Tree {
    /// Number of the tree in this trace.
    let serial: Int
    /// Hash of what it begins with.
    let key: UInt64
    let root: TraceRecord
    fileprivate let depth: Int
    fileprivate(set) var hash: UInt64 = 0
  }

  /// Where a record belongs.
  struct Place {
    /// The tree; nil for what its thread does of its own accord.
    var tree: Tree?
    /// Hash of all of the record that is compared.
    var token: UInt64
    /// How deep it is nested within its sequence.
    var depth: Int
  }

  /// The trees that the last record ended.
  private(set) var ended: [Tree] = []
  private var open: [UInt32: [Tree]] = [:]
  private var nesting = Nesting()
  /// The threads that queued what has not gone on yet, by flow.
  private var queued: [UInt64: UInt32] = [:]
  private var siteHashes: [UInt64] = []
  private var labelHashes: [UInt64] = []
  private var serial = 0

  /// Nil for records that are not compared: those that tell of missing ones.
  mutating func advance(_ record: TraceRecord, _ symbols: TraceSymbols) -> Place? {
    ended.removeAll(keepingCapacity: true)
    let fits = nesting.advance(record)
    guard record.kind != .lost else { return nil }
    let token = token(of: record, fits: fits, symbols)
    let opened = fits && (record.kind.isActivity || record.kind == .deliver)
    let depth = nesting.depth(of: record) - (opened ? 1 : 0)

    if record.kind != .end { endTrees(record) }
    if record.kind == .queue { queued[record.flow] = record.thread }
    if isDetached(record) {
      open[record.thread, default: []].append(Tree(serial: serial, key: token, root: record, depth: depth))
      serial += 1
      nesting.note(1, on: record)
    }
    var place = Place(tree: nil, token: token, depth: depth)
    if let last = open[record.thread]?.indices.last {
      open[record.thread]![last].hash = StreamHash.mix(open[record.thread]![last].hash, token)
      place.tree = open[record.thread]![last]
      place.depth -= open[record.thread]![last].depth
    }
    if record.kind == .end { endTrees(record) }
    return place
  }

  /// Ends the trees that the trace left open.
  mutating func finish() {
    ended = open.values.flatMap(\.self).sorted { $0.serial < $1.serial }
    open = [:]
  }

  private mutating func endTrees(_ record: TraceRecord) {
    for frame in nesting.closed where frame.note == 1 {
      if let tree = open[record.thread]?.popLast() { ended.append(tree) }
    }
  }

  private mutating func isDetached(_ record: TraceRecord) -> Bool {
    switch record.kind {
    case .arrive: return true
    case .send:
      guard record.isIndirect, let thread = queued.removeValue(forKey: record.flow) else { return false }
      return thread != record.thread
    default: return false
    }
  }

  private mutating func token(of record: TraceRecord, fits: Bool, _ symbols: TraceSymbols) -> UInt64 {
    let what =
      UInt64(record.kind.rawValue) | UInt64(record.event.rawValue) << 8 | (record.isIndirect ? 1 << 16 : 0)
      | (fits ? 0 : 1 << 17)
    guard record.kind != .end else { return StreamHash.mix(0, what) }
    let site = Self.hash(record.site, &siteHashes, symbols.sites)
    let label = Self.hash(record.label, &labelHashes, symbols.labels)
    return StreamHash.mix(StreamHash.mix(what, site), label)
  }

  /// Of what the number stands for: the other trace may have other numbers.
  private static func hash<Symbol: CustomStringConvertible>(
    _ number: UInt32, _ hashes: inout [UInt64], _ symbols: [Symbol]
  ) -> UInt64 {
    while hashes.count < symbols.count {
      hashes.append(UInt64(bitPattern: Int64(symbols[hashes.count].description.hashValue)))
    }
    return Int(number) < hashes.count ? hashes[Int(number)] : 0
  }
}
