internal import SwitchboardTracing

/// An encoder that turns records into packets.
struct PerfettoEncoder: ~Copyable {
  var packets: PacketBuffer
  var processID: Int32 = 0
  var threads: [ThreadSequence] = []
  var siteCount: UInt32 = 1
  var labelCount: UInt32 = 1
  var names = EventNameTable()
  /// The registries that have a counter track.
  var registries: Set<UInt32> = []
  var hasCounterGroup = false
  /// The labels of registries that get no counter track.
  var uncountedLabels = NumberSet()
  /// The flows that were queued or hopped and have not arrived.
  var flows: Set<UInt64> = []
  private var isFinished = false

  init(into sink: any PacketSink) { packets = PacketBuffer(for: sink) }

  var tableSize: Int {
    threads.reduce(threads.count + Int(siteCount + labelCount) + names.count + registries.count + flows.count) {
      $0 + $1.open.count
    }
  }

  mutating func begin(_ header: TraceHeader) throws(TraceFileError) {
    processID = header.processID
    try describeProcess(header)
  }

  mutating func finish() throws(TraceFileError) {
    if isFinished { return }
    isFinished = true
    try markEnd()
    try packets.finish()
  }

  /// Writes the data that waits in memory, without an end mark: the recording was not ended.
  mutating func abandon() throws(TraceFileError) {
    if !isFinished { try packets.flush() }
  }

  mutating func encode(_ records: [TraceRecord], _ symbols: TraceSymbols) throws(TraceFileError) {
    do {
      try define(symbols)
      for record in records { try encode(record, symbols) }
      // A program that is killed then loses no record that was written.
      try packets.flush()
    } catch {
      isFinished = true
      throw error
    }
  }
}

extension PerfettoEncoder {
  @inline(__always)
  private mutating func encode(_ record: TraceRecord, _ symbols: TraceSymbols) throws(TraceFileError) {
    if record.thread == 0 { fatalError("a record has the thread 0, but threads count from 1; set TraceRecord.thread") }
    if record.thread > threads.count { try describeThreads(through: record.thread, symbols) }
    let thread = Int(record.thread) - 1
    switch record.kind {
    case .deliver: try deliver(record, thread, symbols)
    case .end: try end(record, thread)
    case .send, .start, .replay, .arrive, .scope: try beginActivity(record, thread, symbols)
    case .subscribe, .dispose:
      try moment(record, thread, symbols)
      if record.registry != 0, !uncountedLabels.contains(record.label) { try count(record, thread, symbols) }
    case .queue, .hop:
      if record.flow != 0 { flows.insert(record.flow) }
      try moment(record, thread, symbols)
    case .close:
      registries.remove(record.registry)
      try moment(record, thread, symbols)
    case .ownerDeinit: try moment(record, thread, symbols)
    case .lost: try lose(record, thread, symbols)
    }
  }

  private mutating func beginActivity(
    _ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols
  ) throws(TraceFileError) {
    var event = PendingEvent(record, type: PerfettoEventType.sliceBegin)
    if (record.isIndirect || record.kind == .arrive) && flows.remove(record.flow) != nil {
      event.terminatingFlow = record.flow
    }
    try append(&event, record, thread, symbols)
    threads[thread].open.append(OpenActivity(flow: record.flow, registry: record.registry))
  }

  @inline(__always)
  private mutating func deliver(
    _ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols
  ) throws(TraceFileError) {
    let top = threads[thread].open.count - 1
    guard top >= 0, threads[thread].open[top].flow == record.flow else {
      return try moment(record, thread, symbols)
    }
    let isOuter = record.registry != 0
    if threads[thread].open[top].hasInnerDelivery { try appendEnd(record.time, thread) }
    if isOuter && threads[thread].open[top].hasOuterDelivery { try appendEnd(record.time, thread) }
    let isNested = !isOuter && threads[thread].open[top].hasOuterDelivery
    var event = PendingEvent(record, type: PerfettoEventType.sliceBegin)
    event.hasRegistry = record.registry != (isNested ? 0 : threads[thread].open[top].registry)
    try append(&event, record, thread, symbols)
    threads[thread].open[top].hasInnerDelivery = !isOuter
    if isOuter { threads[thread].open[top].hasOuterDelivery = true }
  }

  private mutating func end(_ record: TraceRecord, _ thread: Int) throws(TraceFileError) {
    guard let index = threads[thread].open.lastIndex(where: { $0.flow == record.flow }) else { return }
    while threads[thread].open.count > index { try closeInnermost(record.time, thread) }
  }

  private mutating func closeInnermost(_ time: UInt64, _ thread: Int) throws(TraceFileError) {
    let activity = threads[thread].open.removeLast()
    if activity.hasInnerDelivery { try appendEnd(time, thread) }
    if activity.hasOuterDelivery { try appendEnd(time, thread) }
    try appendEnd(time, thread)
  }

  private mutating func moment(
    _ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols
  ) throws(TraceFileError) {
    var event = PendingEvent(record, type: PerfettoEventType.instant)
    if record.kind == .queue || record.kind == .hop { event.flow = record.flow }
    try append(&event, record, thread, symbols)
  }

  private mutating func lose(
    _ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols
  ) throws(TraceFileError) {
    let time = max(record.time, threads[thread].lastTime)
    threads[thread].lastTime = 0
    threads[thread].names.removeAll()
    threads[thread].sites.removeAll()
    threads[thread].kinds = 0
    try resetSequence(thread, isLoss: true)
    while !threads[thread].open.isEmpty { try closeInnermost(time, thread) }
    try moment(record, thread, symbols)
  }
}

/// The state of a thread's sequence on which later packets depend.
struct ThreadSequence {
  let sequence: UInt64
  var name = ""
  var lastTime: UInt64 = 0
  /// The activities in progress, the innermost last.
  var open: [OpenActivity] = []
  var names = NumberSet()
  var sites = NumberSet()
  var kinds: UInt32 = 0

  init(number: UInt32) { sequence = PerfettoFormat.sequence(ofThread: number) }
}

struct OpenActivity {
  var flow: UInt64
  var registry: UInt32
  /// Whether a delivery by the registry is open.
  var hasOuterDelivery = false
  /// Whether a delivery at the end of a chain of operators is open. It lies within the outer delivery, if there is one.
  var hasInnerDelivery = false
}

/// A set of small numbers, which takes one bit for each number up to the largest.
struct NumberSet {
  private var words: [UInt64] = []

  @inline(__always)
  func contains(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// Inserts `number`, and returns whether it is new.
  @discardableResult
  mutating func insert(_ number: UInt32) -> Bool {
    if contains(number) { return false }
    let word = Int(number >> 6)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(number & 63)
    return true
  }

  mutating func removeAll() { words.removeAll(keepingCapacity: true) }
}
