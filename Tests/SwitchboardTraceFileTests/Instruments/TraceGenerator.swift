import SwitchboardTestSupport
import SwitchboardTracing

/// A generator of random traces such as a recorder could have recorded: several threads, each with nested activities.
struct TraceGenerator {
  private var rng: SeededGenerator
  private var time: UInt64 = 1_000_000
  private var lastFlow: UInt64 = 1 << 40
  private var open: [[(flow: UInt64, registry: UInt32)]]
  /// The queued events and the hops that have not arrived yet.
  private var pending: [(kind: TraceKind, flow: UInt64, cause: UInt64, registry: UInt32)] = []
  private(set) var symbols = TraceSymbols()
  private(set) var records: [TraceRecord] = []

  init(seed: UInt64, mostSites: Int) {
    rng = SeededGenerator(seed: seed)
    let threads = 1 + rng.below(4)
    open = Array(repeating: [], count: threads)
    for number in 1...threads {
      symbols.threads.append(
        TraceThread(number: UInt32(number), id: rng.next() >> UInt64(1 + rng.below(60)), name: "thread \(number)"))
      // Some threads are inside of activities when recording begins.
      for _ in 0..<rng.below(3) { open[number - 1].append((flow(), registry())) }
    }
    for line in 1...(1 + rng.below(mostSites)) {
      symbols.sites.append(TraceSite(fileID: "Module\(rng.below(3))/File\(rng.below(5)).swift", line: UInt32(line)))
    }
    for number in 1...(1 + rng.below(min(20, mostSites))) {
      let name: String? = [nil, "", "label \(number)", "ä\u{0}ö"][rng.below(4)]
      let type = number % 3 == 0 ? "Observer" : "Subject"
      symbols.labels.append(TraceLabel(type: rng.below(4) == 0 ? "" : "\(type)<\(number)>", name: name))
    }
  }

  static func snapshot(seed: UInt64, steps: Int, mostSites: Int = 200) -> TraceSnapshot {
    var generator = TraceGenerator(seed: seed, mostSites: mostSites)
    for _ in 0..<steps { generator.step() }
    let header = TraceHeader(
      hasClock: seed % 2 == 0, program: seed % 3 == 0 ? "/usr/bin/program" : "program", processID: Int32(seed % 70_000))
    return TraceSnapshot(header: header, symbols: generator.symbols, records: generator.records)
  }

  private mutating func flow() -> UInt64 {
    lastFlow += 1 + UInt64(rng.below(3))
    return lastFlow
  }

  private mutating func registry() -> UInt32 { UInt32(1 + rng.below(rng.below(2) == 0 ? 20 : 1 << 20)) }

  private mutating func step() {
    let thread = rng.below(open.count)
    time += UInt64(rng.below(rng.below(50) == 0 ? 1 << 40 : 500))
    switch rng.below(100) {
    case ..<20: begin(thread)
    case ..<40: end(thread)
    case ..<75: deliver(thread)
    case ..<85: moment(rng.below(2) == 0 ? .subscribe : .dispose, thread)
    case ..<90: leave(thread)
    case ..<96: arrive(thread)
    case ..<98: moment(rng.below(2) == 0 ? .ownerDeinit : .close, thread)
    default: if rng.below(10) == 0 { lose(thread) }
    }
  }

  private func record(_ kind: TraceKind, _ thread: Int) -> TraceRecord {
    var record = TraceRecord(kind: kind, thread: UInt32(thread) + 1, time: time)
    record.flow = open[thread].last?.flow ?? 0
    return record
  }

  private mutating func append(_ record: TraceRecord) {
    var record = record
    if record.kind != .lost && record.kind != .end {
      if rng.below(4) != 0 { record.site = UInt32(rng.below(symbols.sites.count)) }
      if rng.below(4) != 0 { record.label = UInt32(rng.below(symbols.labels.count)) }
    }
    records.append(record)
  }

  private mutating func begin(_ thread: Int) {
    guard open[thread].count < 8 else { return }
    let kind: TraceKind = [.send, .send, .send, .start, .replay][rng.below(5)]
    var record = record(kind, thread)
    record.cause = record.flow
    record.flow = flow()
    if kind == .send { record.event = TraceEvent(rawValue: UInt8(rng.below(4)))! }
    if kind != .start { record.registry = registry() }
    append(record)
    open[thread].append((record.flow, record.registry))
  }

  private mutating func end(_ thread: Int) {
    guard !open[thread].isEmpty else { return }
    append(record(.end, thread))
    open[thread].removeLast()
  }

  private mutating func deliver(_ thread: Int) {
    guard let activity = open[thread].last else { return }
    var record = record(.deliver, thread)
    record.subscription = 1 + rng.next() >> UInt64(1 + rng.below(60))
    record.registry = rng.below(3) == 0 ? 0 : activity.registry
    record.event = TraceEvent(rawValue: UInt8(rng.below(4)))!
    append(record)
  }

  private mutating func moment(_ kind: TraceKind, _ thread: Int) {
    var record = record(kind, thread)
    if kind == .ownerDeinit {
      record.count = UInt64(rng.below(5))
    } else {
      record.registry = kind == .close || rng.below(3) != 0 ? registry() : 0
      if kind != .close {
        record.subscription = rng.next() >> 40
        record.isIndirect = rng.below(4) == 0
        if record.registry != 0 { record.count = UInt64(rng.below(100)) }
      }
    }
    append(record)
  }

  private mutating func leave(_ thread: Int) {
    var record = record(rng.below(2) == 0 ? .queue : .hop, thread)
    record.cause = record.flow
    record.flow = flow()
    if record.kind == .queue {
      record.registry = registry()
      record.event = TraceEvent(rawValue: UInt8(rng.below(4)))!
    }
    append(record)
    pending.append((record.kind, record.flow, record.cause, record.registry))
  }

  private mutating func arrive(_ thread: Int) {
    // Now and then, an event or a hop arrives that left before the trace began.
    if rng.below(5) == 0 { pending.append((rng.below(2) == 0 ? .queue : .hop, flow(), flow(), registry())) }
    guard !pending.isEmpty else { return }
    let origin = pending.remove(at: rng.below(pending.count))
    var record = record(origin.kind == .queue ? .send : .arrive, thread)
    record.flow = origin.flow
    record.cause = origin.cause
    record.isIndirect = origin.kind == .queue
    if origin.kind == .queue { record.registry = origin.registry }
    append(record)
    open[thread].append((record.flow, record.registry))
  }

  /// Loses records of any kind: some activities end unseen, other activities begin unseen.
  private mutating func lose(_ thread: Int) {
    var record = record(.lost, thread)
    record.flow = 0
    record.count = UInt64(1 + rng.below(1000))
    append(record)
    while !open[thread].isEmpty && rng.below(2) == 0 { open[thread].removeLast() }
    if rng.below(2) == 0 { open[thread].append((flow(), registry())) }
  }
}
