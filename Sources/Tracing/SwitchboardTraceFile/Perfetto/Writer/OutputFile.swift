#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The function `write(2)`, or a test's replacement for it.
package typealias SystemWrite = @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int

let systemWrite: SystemWrite = { unsafe write($0, $1, $2) }

/// A file to which packets are appended. Whenever the buffer is written out, it begins and ends at a packet.
///
/// The file is locked while it is open, because two writers would destroy each other's traces.
@safe struct OutputFile: ~Copyable {
  // Sound: no other code keeps the address of the buffer.
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
      descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else { throw unsafe .unwritable(path: path, reason: String(cString: strerror(errno))) }
    do throws(TraceFileError) {
      try Self.claim(descriptor, path)
    } catch {
      _ = close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    self.capacity = capacity
    unsafe self.write = unsafe write
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit {
    if descriptor >= 0 { _ = Self.release(descriptor) }
    unsafe bytes.deallocate()
  }

  /// Locks the file, and then empties it. Pipes and devices have no lock, because writers may share them. A file system
  /// without locks gives no protection.
  private static func claim(_ descriptor: Int32, _ path: String) throws(TraceFileError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(path: path) }
    guard ftruncate(descriptor, 0) == 0 else {
      throw unsafe .unwritable(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Unlocks and closes the file. A forked child may still have the file open, so closing alone would not unlock it.
  private static func release(_ descriptor: Int32) -> Int32 {
    _ = flock(descriptor, LOCK_UN)
    return close(descriptor)
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
    unsafe bytes.deallocate()
    unsafe bytes = .allocate(capacity: count)
    capacity = count
  }

  /// Writes the buffer out. After a failure the file ends with the last whole packet, as far as the system allows.
  mutating func flush() throws(TraceFileError) {
    var done = 0
    while done < used {
      let count = unsafe write(descriptor, bytes + done, used - done)
      if count > 0 {
        done += count
      } else if count == 0 || errno != EINTR {
        let reason = unsafe String(cString: strerror(count == 0 ? ENOSPC : errno))
        cut(after: done)
        used = 0
        throw .writeFailed(path: path, reason: reason)
      }
    }
    used = 0
  }

  mutating func finish() throws(TraceFileError) {
    try flush()
    let result = Self.release(descriptor)
    descriptor = -1
    // The descriptor is closed even after EINTR.
    if result != 0 && errno != EINTR { throw unsafe .writeFailed(path: path, reason: String(cString: strerror(errno))) }
  }

  /// Removes the incomplete packet at the end of the first `written` bytes of the buffer from the file.
  private func cut(after written: Int) {
    var whole = 0
    while whole < written {
      var position = whole + 1
      var length = 0
      var shift = 0
      while position < used {
        let byte = unsafe bytes[position]
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
