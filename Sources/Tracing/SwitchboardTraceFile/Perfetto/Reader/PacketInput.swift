#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The packets of a file, one after another. Keeps a window of the file, which grows only to the size of the largest
/// packet.
@safe final class PacketInput {
  // Sound: only this object refers to the window, except during the reading of a packet.
  /// A size that no packet of a trace exceeds.
  static let largestPacket = 16 << 20

  let path: String
  /// The size of the input; 0 if it cannot be known.
  let byteCount: UInt64
  /// The offset of the packet that ``next()`` returned last, or at which it failed.
  private(set) var packetOffset: UInt64 = 0
  /// The number of bytes that ``next()`` has consumed.
  private(set) var offset: UInt64 = 0

  private var descriptor: Int32
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  private var position = 0
  private var filled: Int

  init(path: String) throws(TraceFileError) {
    var descriptor: Int32
    repeat { descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw unsafe .unreadable(path: path, reason: String(cString: strerror(errno))) }
    var status = stat()
    let isFile = unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    self.path = path
    self.descriptor = descriptor
    byteCount = isFile ? UInt64(max(0, status.st_size)) : 0
    capacity = 1 << 18
    unsafe buffer = .allocate(capacity: capacity)
    filled = 0
  }

  init(bytes: [UInt8]) {
    path = "memory"
    descriptor = -1
    byteCount = UInt64(bytes.count)
    capacity = max(1, bytes.count)
    unsafe buffer = .allocate(capacity: capacity)
    filled = bytes.count
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let address = bytes.baseAddress { unsafe buffer.update(from: address, count: bytes.count) }
    }
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
    unsafe buffer.deallocate()
  }

  /// Returns the content of the next packet, valid until the next call, or nil at the end.
  func next() throws(TraceFileError) -> UnsafeBufferPointer<UInt8>? {
    packetOffset = offset
    if filled - position < 2 {
      try fill(2)
      if filled == position { return nil }
    }
    // A packet begins with a tag of one byte and a length.
    guard unsafe buffer[position] == 0x0A else { throw damage("no packet begins here") }
    var length: UInt64 = 0
    var header = 1
    while true {
      if filled - position <= header { try fill(header + 1) }
      guard filled - position > header else { throw .truncated(path: path, offset: packetOffset) }
      let byte = unsafe buffer[position + header]
      length |= UInt64(byte & 0x7F) << UInt64(7 * (header - 1))
      header += 1
      if byte < 0x80 { break }
      if header > 5 { throw damage("a packet's length has more than five bytes") }
    }
    guard length <= Self.largestPacket else {
      throw damage("a packet has \(length) bytes, more than the largest packet")
    }
    let total = header + Int(length)
    if filled - position < total { try fill(total) }
    guard filled - position >= total else { throw .truncated(path: path, offset: packetOffset) }
    defer {
      position += total
      offset += UInt64(total)
    }
    return unsafe UnsafeBufferPointer(start: buffer + position + header, count: Int(length))
  }

  /// Returns the first bytes that have been read and not consumed.
  func peek(_ count: Int) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: buffer + position, count: min(count, filled - position)))
  }

  private func damage(_ cause: String) -> TraceFileError {
    .corrupt(path: path, offset: packetOffset, cause: cause)
  }

  /// Reads until `count` bytes are available, or the file ends.
  private func fill(_ count: Int) throws(TraceFileError) {
    guard descriptor >= 0 else { return }
    if position > 0 {
      unsafe buffer.update(from: buffer + position, count: filled - position)
      filled -= position
      position = 0
    }
    while filled < count {
      // The buffer grows as bytes arrive: a length alone, which may be damaged, takes no memory.
      if filled == capacity { grow() }
      let result = unsafe read(descriptor, buffer + filled, capacity - filled)
      if result == 0 { return }
      if result > 0 {
        filled += result
      } else if errno != EINTR {
        throw unsafe .unreadable(path: path, reason: String(cString: strerror(errno)))
      }
    }
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: buffer, count: filled)
    unsafe buffer.deallocate()
    unsafe buffer = unsafe larger
    capacity *= 2
  }
}
