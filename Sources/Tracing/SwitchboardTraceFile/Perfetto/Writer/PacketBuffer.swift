/// The buffer to which packets are appended. Whenever it is written out, it begins and ends at a packet.
@safe struct PacketBuffer: ~Copyable {
  // Sound: no other code keeps the address of the buffer.
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of bytes of the buffer in use.
  var used = 0
  private(set) var capacity: Int
  private let sink: any PacketSink

  init(for sink: any PacketSink, capacity: Int = 1 << 18) {
    self.sink = sink
    self.capacity = capacity
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit { unsafe bytes.deallocate() }

  /// Makes room for `count` more bytes. Must be called between packets.
  @inline(__always)
  mutating func reserve(_ count: Int) throws(TraceFileError) {
    if used + count > capacity { try makeRoom(count) }
  }

  @inline(never)
  private mutating func makeRoom(_ count: Int) throws(TraceFileError) {
    try flush()
    guard count > capacity else { return }
    unsafe bytes.deallocate()
    unsafe bytes = .allocate(capacity: count)
    capacity = count
  }

  /// Writes the buffer out. After an error the buffer is empty too.
  mutating func flush() throws(TraceFileError) {
    if used == 0 { return }
    let packets = unsafe UnsafeRawBufferPointer(start: bytes, count: used)
    used = 0
    unsafe try sink.write(packets)
  }

  mutating func finish() throws(TraceFileError) {
    try flush()
    try sink.finish()
  }
}

/// Where the packets of a trace go: a file, or memory. One call comes at a time.
package protocol PacketSink: AnyObject, Sendable {
  /// Takes whole packets. The bytes are valid during the call.
  func write(_ packets: UnsafeRawBufferPointer) throws(TraceFileError)
  /// Takes the end of the trace. Not called for a recording that was not ended, or after an error.
  func finish() throws(TraceFileError)
}
