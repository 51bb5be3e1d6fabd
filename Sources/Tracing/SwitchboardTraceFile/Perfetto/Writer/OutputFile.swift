import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The function `write(2)`, or a test's replacement for it.
package typealias SystemWrite = @Sendable (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int

let systemWrite: SystemWrite = { unsafe write($0, $1, $2) }

/// A file that takes the packets of a trace.
///
/// The file is locked while it is open, because two writers would destroy each other's traces.
@safe final class OutputFile: PacketSink {
  // Sound: the bytes that `write` gets are valid during the call.
  private let path: String
  private let write: SystemWrite
  /// Negative after the file is closed. The lock only makes the class `Sendable`: calls come one at a time.
  private let descriptor: Mutex<Int32>

  init(path: String, write: @escaping SystemWrite) throws(TraceFileError) {
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
    self.descriptor = Mutex(descriptor)
    unsafe self.write = unsafe write
  }

  deinit { release() }

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

  /// Unlocks and closes the file, if it is open. A forked child may still have the file open, so closing alone would
  /// not unlock it.
  ///
  /// - Returns: The error of the system, or 0.
  @discardableResult
  private func release() -> Int32 {
    descriptor.withLock { descriptor in
      if descriptor < 0 { return 0 }
      defer { descriptor = -1 }
      _ = flock(descriptor, LOCK_UN)
      return close(descriptor) == 0 ? 0 : errno
    }
  }

  /// Appends packets. After a failure the file ends with the last whole packet, as far as the system allows.
  func write(_ packets: UnsafeRawBufferPointer) throws(TraceFileError) {
    let descriptor = descriptor.withLock { $0 }
    var rest = unsafe packets[...]
    while let address = unsafe UnsafeRawBufferPointer(rebasing: rest).baseAddress, unsafe !rest.isEmpty {
      let count = unsafe write(descriptor, address, rest.count)
      if count > 0 {
        unsafe rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        let reason = unsafe String(cString: strerror(count == 0 ? ENOSPC : errno))
        unsafe cut(descriptor, packets, after: packets.count - rest.count)
        throw .writeFailed(path: path, reason: reason)
      }
    }
  }

  func finish() throws(TraceFileError) {
    // The descriptor is closed even after EINTR.
    let error = release()
    if error != 0 && error != EINTR {
      throw unsafe .writeFailed(path: path, reason: String(cString: strerror(error)))
    }
  }

  /// Removes the incomplete packet at the end of the first `written` bytes of `packets` from the file.
  private func cut(_ descriptor: Int32, _ packets: UnsafeRawBufferPointer, after written: Int) {
    var whole = 0
    while whole < written {
      var position = whole + 1
      var length = 0
      var shift = 0
      while position < packets.count {
        let byte = unsafe packets[position]
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
