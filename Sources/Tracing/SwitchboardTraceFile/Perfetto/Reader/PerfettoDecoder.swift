internal import SwitchboardTracing

/// A decoder that turns packets into records.
final class PerfettoDecoder {
  let input: PacketInput
  let header: TraceHeader
  /// Whether the writer promised to write an end mark.
  private let expectsEnd: Bool
  /// Whether the last packet of the dictionary was the end mark.
  var hasEnd = false
  /// See ``PerfettoReader/isComplete``.
  private(set) var isComplete = false
  var symbols = TraceSymbols()
  /// The event names, by number − 1.
  var names: [EventName] = []
  var threads: [ReadSequence] = []
  /// The flows that were queued or hopped and have not arrived, by their id in the file.
  private var flows: [UInt64: (flow: UInt64, cause: UInt64)] = [:]
  private var lastFlow: UInt64 = 0
  private var failure: TraceFileError?

  init(_ input: PacketInput) throws(TraceFileError) {
    self.input = input
    (header, expectsEnd) = try Self.readHeader(input)
  }

  func next() throws(TraceFileError) -> TraceRecord? {
    if let failure { throw failure }
    do throws(TraceFileError) {
      while let packet = try unsafe input.next() {
        if let record = try unsafe decode(packet) { return record }
      }
      isComplete = hasEnd || !expectsEnd
      return nil
    } catch {
      failure = error
      throw error
    }
  }

  @inline(__always)
  private func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(TraceFileError) -> TraceRecord? {
    do throws(Damage) {
      let packet = try unsafe Packet(bytes)
      if packet.sequence == PerfettoFormat.dictionarySequence {
        try learn(packet)
        return nil
      }
      return try decode(packet)
    } catch {
      throw .corrupt(path: input.path, offset: input.packetOffset, cause: error.cause)
    }
  }

  private func decode(_ packet: Packet) throws(Damage) -> TraceRecord? {
    guard packet.sequence > PerfettoFormat.dictionarySequence,
      packet.sequence - 1 <= UInt64(threads.count) + (packet.clearsState ? 1 : 0)
    else { throw Damage("a packet belongs to no thread") }
    let thread = Int(packet.sequence) - 2
    if thread == threads.count { threads.append(ReadSequence(number: UInt32(thread) + 1)) }
    if packet.clearsState {
      threads[thread].time = 0
      threads[thread].open.removeAll()
    }
    if let track = unsafe packet.track { try unsafe learnThread(track, threads[thread].number) }
    threads[thread].time &+= packet.timestamp
    guard let event = unsafe packet.event else { return nil }
    return try unsafe record(Event(event), thread)
  }
}

extension PerfettoDecoder {
  @inline(__always)
  private func record(_ event: Event, _ thread: Int) throws(Damage) -> TraceRecord? {
    switch event.type {
    case UInt64(PerfettoEventType.sliceEnd):
      // A loss has closed its slices already.
      guard let slice = threads[thread].open.popLast(), !slice.isDelivery else { return nil }
      var end = TraceRecord(kind: .end, thread: threads[thread].number, time: threads[thread].time)
      end.flow = slice.flow
      return end
    case UInt64(PerfettoEventType.counter): return nil
    case UInt64(PerfettoEventType.sliceBegin): return try slice(event, thread)
    case UInt64(PerfettoEventType.instant): return try moment(event, thread)
    default: throw Damage("an event has an unknown type")
    }
  }

  @inline(__always)
  private func named(_ event: Event, _ thread: Int) throws(Damage) -> TraceRecord {
    guard event.name > 0, event.name <= UInt64(names.count) else { throw Damage("an event's name is not defined") }
    let name = names[Int(event.name) - 1]
    var record = TraceRecord(kind: name.kind, thread: threads[thread].number, time: threads[thread].time)
    record.event = name.event
    record.isIndirect = name.isIndirect
    record.label = name.label
    record.site = name.site
    record.subscription = event.subscription
    record.count = event.count
    record.registry = event.registry ?? 0
    return record
  }

  @inline(__always)
  private func slice(_ event: Event, _ thread: Int) throws(Damage) -> TraceRecord {
    var record = try named(event, thread)
    let outer = threads[thread].open.last
    if record.kind == .deliver {
      record.registry = event.registry ?? outer?.registry ?? 0
      record.flow = outer?.flow ?? 0
      threads[thread].open.append(OpenSlice(isDelivery: true, flow: record.flow, registry: 0))
      return record
    }
    guard record.kind.isActivity else { throw Damage("an event without duration begins a slice") }
    if record.kind == .arrive || record.isIndirect {
      if let origin = event.terminatingFlow.flatMap({ flows.removeValue(forKey: $0) }) {
        record.flow = origin.flow
        record.cause = origin.cause
      } else {
        record.flow = newFlow()
      }
    } else {
      record.flow = newFlow()
      record.cause = outer?.flow ?? 0
    }
    threads[thread].open.append(OpenSlice(isDelivery: false, flow: record.flow, registry: record.registry))
    return record
  }

  private func moment(_ event: Event, _ thread: Int) throws(Damage) -> TraceRecord {
    var record = try named(event, thread)
    let flow = threads[thread].open.last?.flow ?? 0
    switch record.kind {
    case .queue, .hop:
      record.cause = flow
      guard let id = event.flow else { break }
      record.flow = flows[id]?.flow ?? newFlow()
      flows[id] = (record.flow, flow)
    case .lost: break
    default:
      guard !record.kind.isActivity else { throw Damage("an activity is recorded as an instant") }
      record.flow = flow
    }
    return record
  }

  private func newFlow() -> UInt64 {
    lastFlow += 1
    return lastFlow
  }
}

/// The state of a thread's sequence on which later packets depend.
struct ReadSequence {
  let number: UInt32
  var time: UInt64 = 0
  /// The slices in progress, the innermost last.
  var open: [OpenSlice] = []

  init(number: UInt32) { self.number = number }
}

struct OpenSlice {
  var isDelivery: Bool
  /// The flow of the activity, also if the slice is one of the activity's deliveries.
  var flow: UInt64
  /// The registry of the deliveries directly in the slice.
  var registry: UInt32
}
