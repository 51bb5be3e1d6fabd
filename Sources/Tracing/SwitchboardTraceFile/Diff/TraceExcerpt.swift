internal import SwitchboardTracing

/// The parts of a trace in which two traces differ, read in a second reading.
struct TraceExcerpt {
  struct Line {
    var token: UInt64
    var depth: Int32
    var record: TraceRecord
  }

  /// The different courses of pieces of work that began alike, up to half a million records in all.
  struct Courses {
    private static let recordLimit = 500_000

    /// The hashes of the courses, in order of appearance.
    private var hashes: [UInt64] = []
    private var courses: [UInt64: (count: Int, lines: [Line])] = [:]
    private var recordCount = 0

    fileprivate mutating func add(_ hash: UInt64, _ lines: [Line]) {
      guard courses[hash] == nil else { return courses[hash]!.count += 1 }
      guard recordCount < Self.recordLimit else { return }
      courses[hash] = (1, lines)
      hashes.append(hash)
      recordCount += lines.count
    }

    /// Returns the first course that was taken more often than in the other trace.
    func surplus(over other: Courses) -> [Line]? {
      hashes.first { courses[$0]!.count > other.courses[$0]?.count ?? 0 }.map { courses[$0]!.lines }
    }
  }

  /// The highest number of records that are kept of a course.
  private static let lengthLimit = 20_000

  /// The records of each range of a thread that was asked for.
  private(set) var threads: [[Line]]
  /// The courses of trees, by key.
  private(set) var trees: [UInt64: Courses] = [:]
  private let symbols: TraceSymbols

  /// Reads the ranges of threads, and the courses of trees. A range whose thread is nil stays empty.
  init(of source: some TraceSource, _ ranges: [(thread: UInt32?, range: Range<Int>)], trees keys: [UInt64]) throws {
    var source = source
    var sorter = StreamSorter()
    var positions: [UInt32: Int] = [:]
    var open: [Int: [Line]] = [:]
    var threads: [[Line]] = Array(repeating: [], count: ranges.count)
    var trees: [UInt64: Courses] = [:]
    func end(_ tree: StreamSorter.Tree) {
      guard keys.contains(tree.key) else { return }
      trees[tree.key, default: Courses()].add(tree.hash, open.removeValue(forKey: tree.serial) ?? [])
    }
    while let record = try source.next() {
      if let place = sorter.advance(record, source.symbols) {
        let line = Line(token: place.token, depth: Int32(clamping: place.depth), record: record)
        if let tree = place.tree {
          if keys.contains(tree.key), open[tree.serial]?.count ?? 0 < Self.lengthLimit {
            open[tree.serial, default: []].append(line)
          }
        } else {
          let position = positions[record.thread, default: 0]
          positions[record.thread] = position + 1
          for (index, part) in ranges.enumerated() where part.thread == record.thread && part.range.contains(position) {
            threads[index].append(line)
          }
        }
      }
      for tree in sorter.ended { end(tree) }
    }
    sorter.finish()
    for tree in sorter.ended { end(tree) }
    self.threads = threads
    self.trees = trees
    symbols = source.symbols
  }

  func text(_ line: Line) -> String {
    let record = line.record
    var text = String(repeating: "  ", count: Int(line.depth)) + record.kind.name
    if record.isIndirect { text += record.kind == .send ? " (queued)" : " (inner)" }
    if record.event != .value { text += " \(record.event)" }
    let label = symbols.label(of: record).description
    if !label.isEmpty { text += " " + printable(label) }
    if record.site != 0 { text += " at " + printable(symbols.site(of: record).description) }
    return text
  }
}
