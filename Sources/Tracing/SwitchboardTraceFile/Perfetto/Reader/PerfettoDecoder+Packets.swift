internal import SwitchboardTracing

extension PerfettoDecoder {
  /// Reads the first packet.
  static func readHeader(_ input: PacketInput) throws(TraceFileError) -> (TraceHeader, expectsEnd: Bool) {
    let packet: UnsafeBufferPointer<UInt8>
    do throws(TraceFileError) {
      guard let first = try unsafe input.next() else { throw .empty(path: input.path) }
      unsafe packet = unsafe first
    } catch .truncated(let path, let offset) {
      // The file may be a cut-off trace of Switchboard: such a file begins with the tag, the length and the
      // dictionary's sequence.
      let start = input.peek(5)
      let sequence = start.dropFirst().drop { $0 >= 0x80 }.dropFirst()
      let expected: [UInt8] = [0x50, UInt8(PerfettoFormat.dictionarySequence)]
      guard zip(sequence, expected).allSatisfy({ $0 == $1 }) else { throw .foreign(path: path) }
      throw .truncated(path: path, offset: offset)
    } catch .corrupt(let path, _, _) {
      throw .foreign(path: path)
    }
    guard let (header, version, expectsEnd) = unsafe (try? parseHeader(packet)) ?? nil else {
      throw .foreign(path: input.path)
    }
    guard version == PerfettoFormat.version else {
      throw .unsupportedVersion(path: input.path, version: PerfettoFormat.markerStem + version)
    }
    return (header, expectsEnd)
  }

  /// Returns the header and the version of a trace of Switchboard, and whether its writer meant to write an end mark.
  /// Returns nil if no label marks the file as such a trace.
  private static func parseHeader(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(Damage) -> (TraceHeader, version: String, expectsEnd: Bool)? {
    guard let content = try unsafe Packet(bytes).track else { return nil }
    var header = TraceHeader(hasClock: true, program: "", processID: 0)
    var version: String?
    var expectsEnd = false
    var track = unsafe FieldReader(content)
    while try track.next() {
      guard track.field == PerfettoField.Track.process else { continue }
      var process = unsafe FieldReader(track.content)
      while try process.next() {
        switch process.field {
        case PerfettoField.Process.pid: header.processID = Int32(truncatingIfNeeded: process.value)
        case PerfettoField.Process.commandLine: header.program = process.text
        case PerfettoField.Process.labels where process.text == PerfettoFormat.noClock: header.hasClock = false
        case PerfettoField.Process.labels where process.text == PerfettoFormat.endMark: expectsEnd = true
        case PerfettoField.Process.labels where process.text.hasPrefix(PerfettoFormat.markerStem):
          version = String(process.text.dropFirst(PerfettoFormat.markerStem.count))
        default: break
        }
      }
    }
    return version.map { (header, $0, expectsEnd) }
  }

  /// Adds a packet of the dictionary to the symbols.
  func learn(_ packet: Packet) throws(Damage) {
    if packet.clearsState { throw Damage("another trace begins here; put each trace in a separate file") }
    hasEnd = false
    guard let interned = unsafe packet.interned else { return }
    var tables = unsafe FieldReader(interned)
    while try tables.next() {
      let entry = try unsafe Entry(tables.content)
      switch tables.field {
      case PerfettoField.Interned.locations:
        guard entry.number == UInt64(symbols.sites.count) else { throw Damage("a source location is out of order") }
        symbols.sites.append(TraceSite(fileID: entry.text, line: entry.line))
      case PerfettoField.Interned.strings:
        guard entry.number == UInt64(symbols.labels.count) else { throw Damage("a label is out of order") }
        symbols.labels.append(TraceLabel(type: entry.text, name: nil))
      case PerfettoField.Interned.names:
        guard entry.number > 0, entry.number == UInt64(symbols.labels.count) - 1 else {
          throw Damage("a label's name is out of order")
        }
        symbols.labels[symbols.labels.count - 1].name = entry.text
      case PerfettoField.Interned.categories: try learnName(entry)
      case PerfettoField.Interned.annotationNames: hasEnd = entry.text == PerfettoFormat.endMark
      default: break
      }
    }
  }

  private func learnName(_ entry: Entry) throws(Damage) {
    guard entry.number == UInt64(names.count) + 1 else { throw Damage("an event's name is out of order") }
    guard let name = EventName(definition: entry.text), Int(name.label) < symbols.labels.count,
      Int(name.site) < symbols.sites.count
    else { throw Damage("an event's name is not in the form that Switchboard writes") }
    names.append(name)
  }

  /// Adds the thread that a track describes to the symbols, or its new name.
  func learnThread(_ bytes: UnsafeBufferPointer<UInt8>, _ number: UInt32) throws(Damage) {
    guard number <= UInt32(symbols.threads.count) + 1 else { return }
    var thread = TraceThread(number: number, id: 0, name: "")
    var track = unsafe FieldReader(bytes)
    while try track.next() {
      guard track.field == PerfettoField.Track.thread else { continue }
      var fields = unsafe FieldReader(track.content)
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Thread.tid: thread.id = fields.value
        case PerfettoField.Thread.name: thread.name = fields.text
        default: break
        }
      }
    }
    if number > symbols.threads.count {
      symbols.threads.append(thread)
    } else {
      symbols.threads[Int(number) - 1] = thread
    }
  }
}

/// An entry of any table of interned data.
private struct Entry {
  var number: UInt64 = 0
  var text = ""
  var line: UInt32 = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
    var fields = unsafe FieldReader(bytes)
    while try fields.next() {
      switch fields.field {
      case PerfettoField.Interned.number: number = fields.value
      case PerfettoField.Interned.text: text = fields.text
      case PerfettoField.Interned.line: line = try fields.narrowValue
      default: break
      }
    }
  }
}

extension PerfettoDecoder {
  /// The parts of a packet.
  @safe struct Packet {
    // Sound: the bytes are in the window of the input until the next packet is read.
    var timestamp: UInt64 = 0
    var sequence: UInt64 = 0
    var clearsState = false
    var event: UnsafeBufferPointer<UInt8>?
    var interned: UnsafeBufferPointer<UInt8>?
    var track: UnsafeBufferPointer<UInt8>?

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
      var fields = unsafe FieldReader(bytes)
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Packet.timestamp: timestamp = fields.value
        case PerfettoField.Packet.sequence: sequence = try UInt64(fields.narrowValue)
        case PerfettoField.Packet.trackEvent: unsafe event = unsafe fields.content
        case PerfettoField.Packet.internedData: unsafe interned = unsafe fields.content
        case PerfettoField.Packet.sequenceFlags: clearsState = fields.value & PerfettoFormat.stateCleared != 0
        case PerfettoField.Packet.trackDescriptor: unsafe track = unsafe fields.content
        default: break
        }
      }
    }
  }

  /// The parts of a track event.
  struct Event {
    var type: UInt64 = 0
    var name: UInt64 = 0
    var subscription: UInt64 = 0
    var registry: UInt32?
    var count: UInt64 = 0
    var flow: UInt64?
    var terminatingFlow: UInt64?

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
      var fields = unsafe FieldReader(bytes)
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Event.type: type = fields.value
        case PerfettoField.Event.name: name = fields.value
        case PerfettoField.Event.annotations: try unsafe annotate(fields.content)
        case PerfettoField.Event.flows: flow = fields.value
        case PerfettoField.Event.terminatingFlows: terminatingFlow = fields.value
        default: break
        }
      }
    }

    @inline(__always)
    private mutating func annotate(_ bytes: UnsafeBufferPointer<UInt8>) throws(Damage) {
      var fields = unsafe FieldReader(bytes)
      var name: UInt64 = 0
      var value: UInt64 = 0
      while try fields.next() {
        switch fields.field {
        case PerfettoField.Annotation.name: name = fields.value
        case PerfettoField.Annotation.unsigned: value = fields.value
        default: break
        }
      }
      switch name {
      case UInt64(PerfettoAnnotation.subscription): subscription = value
      case UInt64(PerfettoAnnotation.registry):
        guard let narrow = UInt32(exactly: value) else { throw Damage("a registry's number is out of range") }
        registry = narrow
      case UInt64(PerfettoAnnotation.count): count = value
      default: break
      }
    }
  }
}
