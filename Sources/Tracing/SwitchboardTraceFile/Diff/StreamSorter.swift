internal import SwitchboardTracing

/// A splitter of a trace's records into sequences that two runs of a deterministic program have in common, however fast
/// the threads are.
///
/// The first kind of sequence is what a thread does without a cause from another thread. The second kind is a piece of
/// work that came from another thread: an `arrive`, or a `send` that another thread queued, with everything that it
/// did, wherever it ran.
struct StreamSorter {
  /// A piece of work that came from another thread.
  struct Tree {
    /// The number of the tree in this trace.
    let serial: Int
    /// The hash of the record with which the tree begins.
    let key: UInt64
    let root: TraceRecord
    fileprivate let depth: Int
    fileprivate(set) var hash: UInt64 = 0
  }

  /// The place of a record in the sequences.
  struct Place {
    /// The record's tree; nil if the record belongs to its thread's own sequence.
    var tree: Tree?
    /// The hash of the parts of the record that are compared.
    var token: UInt64
    /// The record's depth of nesting within its sequence.
    var depth: Int
  }

  /// The trees that the last record ended.
  private(set) var ended: [Tree] = []
  private var open: [UInt32: [Tree]] = [:]
  private var nesting = Nesting()
  /// The threads that queued work which has not continued yet, by flow.
  private var queued: [UInt64: UInt32] = [:]
  private var siteHashes: [UInt64] = []
  private var labelHashes: [UInt64] = []
  private var serial = 0

  /// Takes the next record and returns its place, or nil for a `lost` record, which is not compared.
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
      nesting.setTag(1, on: record)
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
    for frame in nesting.closed where frame.tag == 1 {
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

  /// Returns the hash of the symbol behind a number. The number itself is not hashed, because the other trace may use
  /// different numbers.
  private static func hash<Symbol: CustomStringConvertible>(
    _ number: UInt32, _ hashes: inout [UInt64], _ symbols: [Symbol]
  ) -> UInt64 {
    while hashes.count < symbols.count {
      hashes.append(UInt64(bitPattern: Int64(symbols[hashes.count].description.hashValue)))
    }
    return Int(number) < hashes.count ? hashes[Int(number)] : 0
  }
}
