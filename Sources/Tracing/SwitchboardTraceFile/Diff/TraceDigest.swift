internal import SwitchboardTracing

/// Everything that a comparison needs of a trace in its first reading.
///
/// Memory grows with distinct lines, labels and threads, not with records.
struct TraceDigest {
  /// The properties of records that are counted together.
  struct Key: Hashable {
    var site: TraceSite
    var label: String
    var kind: TraceKind
    var event: TraceEvent
    var isIndirect: Bool
  }

  /// The pieces of work from other threads that begin alike.
  struct Trees: Equatable {
    var count = 0
    /// The sum of the trees' hashes, which does not depend on their order.
    var sum: UInt64 = 0
  }

  private struct Numbers: Hashable {
    var site: UInt32
    var label: UInt32
    var kind: TraceKind
    var event: TraceEvent
    var isIndirect: Bool
  }

  private struct Accumulator: EmptyAccumulator {
    var count: UInt64 = 0
    var durations = DurationStatistics()
  }

  private(set) var counts: [Key: (count: UInt64, durations: DurationStatistics)] = [:]
  private(set) var threads: [UInt32: StreamHash] = [:]
  private(set) var trees: [UInt64: Trees] = [:]
  private(set) var hasClock = false
  private(set) var lost: UInt64 = 0

  init(of source: some TraceSource, durations: Bool) throws {
    var source = source
    var sorter = StreamSorter()
    var nesting = Nesting()
    var accumulators = Accumulators<Numbers, Accumulator>()
    hasClock = source.header.hasClock
    while let record = try source.next() {
      if record.kind == .lost { lost.add(record.count) }
      if record.kind != .lost, record.kind != .end { accumulators.update(Self.numbers(record)) { $0.count += 1 } }
      if durations, hasClock {
        _ = nesting.advance(record)
        for frame in nesting.closed {
          guard let duration = frame.duration(until: record.time) else { continue }
          accumulators.update(Self.numbers(frame.record)) { $0.durations.add(duration) }
        }
      }
      if let place = sorter.advance(record, source.symbols), place.tree == nil {
        threads[record.thread, default: StreamHash()].add(place.token)
      }
      for tree in sorter.ended { add(tree) }
    }
    sorter.finish()
    for tree in sorter.ended { add(tree) }
    let symbols = source.symbols
    for (key, accumulator) in accumulators.rows({ (Self.key($1, symbols), $0) }) {
      // Two site numbers may stand for the same line.
      if let other = counts[key], other.count >= accumulator.count {
        counts[key]!.count += accumulator.count
      } else {
        counts[key] = (accumulator.count + (counts[key]?.count ?? 0), accumulator.durations)
      }
    }
  }

  private mutating func add(_ tree: StreamSorter.Tree) {
    trees[tree.key, default: Trees()].count += 1
    trees[tree.key]!.sum &+= StreamHash.mix(1, tree.hash)
  }

  private static func numbers(_ record: TraceRecord) -> Numbers {
    Numbers(
      site: record.site, label: record.label, kind: record.kind, event: record.event, isIndirect: record.isIndirect)
  }

  private static func key(_ numbers: Numbers, _ symbols: TraceSymbols) -> Key {
    Key(
      site: symbols.site(numbers.site), label: symbols.label(numbers.label).description, kind: numbers.kind,
      event: numbers.event, isIndirect: numbers.isIndirect)
  }
}

/// The hash of a sequence, with hashes of its beginnings at even distances. The hashes of the beginnings show where two
/// sequences part, without keeping either sequence.
///
/// Keeps fewer than 1024 beginnings: when there are 1024, every other one is dropped. Adding an element is O(1)
/// amortised.
struct StreamHash: Equatable {
  private static let limit = 1024

  private(set) var hash: UInt64 = 0
  private(set) var count = 0
  /// The hashes of the first `stride`, 2 × `stride`, … elements.
  private var beginnings: [UInt64] = []
  private var stride = 16

  static func == (a: StreamHash, b: StreamHash) -> Bool { a.hash == b.hash && a.count == b.count }

  mutating func add(_ token: UInt64) {
    hash = Self.mix(hash, token)
    count += 1
    guard count % stride == 0 else { return }
    beginnings.append(hash)
    guard beginnings.count == Self.limit else { return }
    beginnings = beginnings.indices.filter { $0 % 2 == 1 }.map { beginnings[$0] }
    stride *= 2
  }

  /// Returns the range that contains the first element in which the sequences differ, with a few elements around it.
  func divergence(from other: StreamHash) -> Range<Int> {
    let common = max(stride, other.stride)
    let full = min(count, other.count) / common
    let same = (0..<full).first { beginning(($0 + 1) * common) != other.beginning(($0 + 1) * common) } ?? full
    return max(0, same * common - 4)..<(same + 1) * common + 4
  }

  private func beginning(_ length: Int) -> UInt64 { beginnings[length / stride - 1] }

  static func mix(_ hash: UInt64, _ token: UInt64) -> UInt64 {
    let (high, low) = ((hash ^ token) &+ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low ^ (hash << 1 | hash >> 63)
  }
}
