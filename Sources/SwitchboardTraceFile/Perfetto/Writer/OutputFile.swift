#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The function `write(2)`, or a test's replacement for it.
package typealias SystemWrite = @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int

let systemWrite: SystemWrite = { write($0, $1, $2) }

/// A file to which packets are appended. Whenever the buffer is written out, it begins and ends at a packet.
struct OutputFile: ~Copyable {
  let path: String
  private var descriptor: Int32
  private let write: SystemWrite
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  /// The number of bytes of the buffer in use.
  var used = 0
  private(set) var capacity: Int

  init(path: String, capacity: Int = 1 << 18, write: @escaping SystemWrite) throws(TraceFileError) {
    var descriptor: Int32
    repeat {
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
    self.path = path
    self.descriptor = descriptor
    self.capacity = capacity
    self.write = write
    bytes = .allocate(capacity: capacity)
  }

  deinit {
    if descriptor >= 0 { _ = close(descriptor) }
    bytes.deallocate()
  }

  /// Makes room for `count` more bytes. Must be called between packets.
  @inline(__always)
  mutating func reserve(_ count: Int) throws(TraceFileError) {
    if used + count > capacity { try makeRoom(count) }
  }

  @inline(never)
  private mutating func makeRoom(_ count: Int) throws(TraceFileError) {
    try flush()
    guard count > capacity else { return }
    bytes.deallocate()
    bytes = .allocate(capacity: count)
    capacity = count
  }

  /// Writes the buffer out. After a failure the file ends with the last whole packet, as far as the system allows.
  mutating func flush() throws(TraceFileError) {
    var done = 0
    while done < used {
      let count = write(descriptor, bytes + done, used - done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        let reason = String(cString: strerror(count == 0 ? ENOSPC : errno))
        cut(after: done)
        used = 0
        throw .writeFailed(path: path, reason: reason)
      }
    }
    used = 0
  }

  mutating func finish() throws(TraceFileError) {
    try flush()
    let result = close(descriptor)
    descriptor = -1
    // The descriptor is closed even after EINTR.
    if result != 0 && errno != EINTR { throw .writeFailed(path: path, reason: String(cString: strerror(errno))) }
  }

  /// Removes the incomplete packet at the end of the first `written` bytes of the buffer from the file.
  private func cut(after written: Int) {
    var whole = 0
    while whole < written {
      var position = whole + 1
      var length = 0
      var shift = 0
      while position < used {
        let byte = bytes[position]
        length |= Int(byte & 0x7F) << shift
        position += 1
        shift += 7
        if byte < 0x80 { break }
      }
      guard position + length <= written else { break }
      whole = position + length
    }
    guard whole < written else { return }
    let end = lseek(descriptor, 0, SEEK_CUR)
    guard end >= written - whole else { return }
    _ = ftruncate(descriptor, end - off_t(written - whole))
  }
}
