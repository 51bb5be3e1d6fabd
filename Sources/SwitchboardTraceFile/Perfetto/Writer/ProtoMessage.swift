/// A protobuf message of any size under construction. For messages that are written once; events use ``ByteCursor``.
struct ProtoMessage {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ field: UInt32, _ value: UInt64) {
    varint(UInt64(field) << 3)
    varint(value)
  }

  mutating func add(_ field: UInt32, _ text: String) {
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func add(_ field: UInt32, _ build: (inout ProtoMessage) -> Void) {
    var message = ProtoMessage()
    build(&message)
    varint(UInt64(field) << 3 | 2)
    varint(UInt64(message.bytes.count))
    bytes.append(contentsOf: message.bytes)
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}

extension OutputFile {
  /// Appends a packet.
  mutating func append(_ build: (inout ProtoMessage) -> Void) throws(TraceFileError) {
    var trace = ProtoMessage()
    trace.add(PerfettoField.Trace.packet, build)
    try reserve(trace.bytes.count)
    trace.bytes.withUnsafeBufferPointer { (bytes + used).update(from: $0.baseAddress!, count: $0.count) }
    used += trace.bytes.count
  }
}
