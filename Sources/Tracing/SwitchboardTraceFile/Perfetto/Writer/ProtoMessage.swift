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

extension PacketBuffer {
  /// Appends a packet.
  mutating func append(_ build: (inout ProtoMessage) -> Void) throws(TraceFileError) {
    var trace = ProtoMessage()
    trace.add(PerfettoField.Trace.packet, build)
    try reserve(trace.bytes.count)
    unsafe trace.bytes.withUnsafeBufferPointer { unsafe (bytes + used).update(from: $0.baseAddress!, count: $0.count) }
    used += trace.bytes.count
  }
}

/// The place where the next byte of an event goes. The caller has made room for the event.
@safe struct ByteCursor {
  // Sound: the caller has made room, and a cursor is not kept.
  private(set) var position: UnsafeMutablePointer<UInt8>

  @inline(__always)
  init(_ position: UnsafeMutablePointer<UInt8>) { unsafe self.position = unsafe position }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe position.pointee = byte
    unsafe position += 1
  }

  @inline(__always)
  mutating func put(_ first: UInt8, _ second: UInt8) {
    unsafe position[0] = first
    unsafe position[1] = second
    unsafe position += 2
  }

  @inline(__always)
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func fixed64(_ value: UInt64) {
    unsafe UnsafeMutableRawPointer(position).storeBytes(of: value.littleEndian, as: UInt64.self)
    unsafe position += 8
  }

  /// Reserves a byte for the length of the message that follows, which must stay below 128; see ``close(_:)``.
  @inline(__always)
  mutating func open(_ tag: UInt8) -> UnsafeMutablePointer<UInt8> {
    put(tag, 0)
    return unsafe position
  }

  /// Fills in the length of the message whose content begins at `start`.
  @inline(__always)
  func close(_ start: UnsafeMutablePointer<UInt8>) {
    unsafe start[-1] = unsafe UInt8(truncatingIfNeeded: position - start)
  }
}
