internal import SwitchboardTracing

/// A track event about to be written.
struct PendingEvent {
  var type: UInt8
  /// The interned name; 0 if there is none.
  var name: UInt32 = 0
  /// The interned category; 0 if there is none.
  var category: UInt8 = 0
  /// The interned source location; 0 if there is none.
  var location: UInt32 = 0
  var hasRegistry: Bool
  var flow: UInt64 = 0
  var terminatingFlow: UInt64 = 0

  @inline(__always)
  init(_ record: TraceRecord, type: UInt8) {
    self.type = type
    hasRegistry = record.registry != 0
  }
}

extension PerfettoEncoder {
  /// A number of bytes that no event exceeds.
  private static var room: Int { 160 }

  /// Begins a packet. Its time is the difference from the previous packet of the same sequence.
  @inline(__always)
  private mutating func beginPacket(
    _ cursor: inout ByteCursor, _ time: UInt64, _ thread: Int
  ) -> UnsafeMutablePointer<UInt8> {
    let start = unsafe cursor.open(0x0A)
    cursor.put(0x50)
    cursor.varint(threads[thread].sequence)
    let last = threads[thread].lastTime
    cursor.put(0x40)
    cursor.varint(time > last ? time - last : 0)
    threads[thread].lastTime = max(time, last)
    return unsafe start
  }

  /// Closes the innermost slice.
  @inline(__always)
  mutating func appendEnd(_ time: UInt64, _ thread: Int) throws(TraceFileError) {
    try packets.reserve(Self.room)
    var cursor = unsafe ByteCursor(packets.bytes + packets.used)
    let packet = unsafe beginPacket(&cursor, time, thread)
    cursor.put(0x5A, 2)
    cursor.put(0x48, PerfettoEventType.sliceEnd)
    unsafe cursor.close(packet)
    packets.used = unsafe cursor.position - packets.bytes
  }

  /// Gives `event` the name of `record`, and writes the event.
  @inline(__always)
  mutating func append(
    _ event: inout PendingEvent, _ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols
  ) throws(TraceFileError) {
    let name = EventName(
      kind: record.kind, event: record.event, isIndirect: record.isIndirect,
      label: record.label < labelCount ? record.label : 0, site: record.site < siteCount ? record.site : 0)
    let (number, isNew) = names.number(of: name)
    event.name = number
    if isNew { try define(name, number) }
    let isNewHere = !threads[thread].names.contains(number)
    if isNewHere { try introduce(name, number, record, thread, symbols) }
    // Most records of a trace are deliveries, so they leave out what can be derived; see PerfettoFormat.
    let isDelivery = record.kind == .deliver && event.type == PerfettoEventType.sliceBegin
    if !isDelivery { event.category = record.kind.rawValue }
    if !isDelivery || isNewHere { event.location = name.site }
    try append(event, record, thread)
  }

  @inline(__always)
  private mutating func append(
    _ event: PendingEvent, _ record: TraceRecord, _ thread: Int
  ) throws(TraceFileError) {
    try packets.reserve(Self.room)
    var cursor = unsafe ByteCursor(packets.bytes + packets.used)
    let packet = unsafe beginPacket(&cursor, record.time, thread)
    let content = unsafe cursor.open(0x5A)
    cursor.put(0x48, event.type)
    cursor.put(0x50)
    cursor.varint(UInt64(event.name))
    if event.category != 0 { cursor.put(0x18, event.category) }
    if record.subscription != 0 { annotate(&cursor, PerfettoAnnotation.subscription, record.subscription) }
    if event.hasRegistry { annotate(&cursor, PerfettoAnnotation.registry, UInt64(record.registry)) }
    if record.count != 0 { annotate(&cursor, PerfettoAnnotation.count, record.count) }
    if event.location != 0 {
      cursor.put(0x90, 0x02)
      cursor.varint(UInt64(event.location))
    }
    if event.flow != 0 {
      cursor.put(0xF9, 0x02)
      cursor.fixed64(event.flow)
    }
    if event.terminatingFlow != 0 {
      cursor.put(0x81, 0x03)
      cursor.fixed64(event.terminatingFlow)
    }
    unsafe cursor.close(content)
    unsafe cursor.close(packet)
    packets.used = unsafe cursor.position - packets.bytes
  }

  @inline(__always)
  private func annotate(_ cursor: inout ByteCursor, _ name: UInt8, _ value: UInt64) {
    let start = unsafe cursor.open(0x22)
    cursor.put(0x08, name)
    cursor.put(0x18)
    cursor.varint(value)
    unsafe cursor.close(start)
  }

  /// Writes the current number of the registry's subscriptions, in the registry's counter track.
  mutating func count(_ record: TraceRecord, _ thread: Int, _ symbols: TraceSymbols) throws(TraceFileError) {
    if registries.insert(record.registry).inserted { try describeCounter(record, symbols) }
    try packets.reserve(Self.room)
    var cursor = unsafe ByteCursor(packets.bytes + packets.used)
    let packet = unsafe beginPacket(&cursor, record.time, thread)
    let content = unsafe cursor.open(0x5A)
    cursor.put(0x48, PerfettoEventType.counter)
    cursor.put(0x58)
    cursor.varint(PerfettoFormat.counterTrack(processID, registry: record.registry))
    cursor.put(0xF0, 0x01)
    cursor.varint(record.count)
    unsafe cursor.close(content)
    unsafe cursor.close(packet)
    packets.used = unsafe cursor.position - packets.bytes
  }
}
