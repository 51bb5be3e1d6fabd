#if Inspector
  internal import NIOCore

  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  /// The descriptors that NIO opens so that children of the program inherit them. A child with a connection would keep
  /// the connection open after the inspector has closed it.
  enum Inheritance {
    /// Makes the system close the socket of a connection in children.
    static func end(of channel: any Channel) throws {
      try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
        closeOnExec($0)
      }
    }

    /// Makes the system close, in children, the queue of events that watches `channel`. NIO does not tell its
    /// descriptor; Linux says what each queue watches. Elsewhere no child inherits such a queue.
    static func endOfQueue(watching channel: any Channel) throws {
      #if os(Linux)
        let found = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
          $0
        }
        guard let socket = found else { return }
        for queue in descriptors() where watches(queue, socket) { closeOnExec(queue) }
      #endif
    }

    private static func closeOnExec(_ descriptor: CInt) {
      _ = fcntl(descriptor, F_SETFD, fcntl(descriptor, F_GETFD) | FD_CLOEXEC)
    }

    #if os(Linux)
      private static func descriptors() -> [CInt] {
        guard let folder = unsafe opendir("/proc/self/fd") else { return [] }
        defer { unsafe closedir(folder) }
        var numbers: [CInt] = []
        while let entry = unsafe readdir(folder) {
          let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
          }
          if let number = CInt(name) { numbers.append(number) }
        }
        return numbers
      }

      /// Whether a descriptor is a queue of events that watches `socket`. The file has a line for each thing that the
      /// queue watches: `tfd:        7 events: …`.
      private static func watches(_ descriptor: CInt, _ socket: CInt) -> Bool {
        let file = unsafe open("/proc/self/fdinfo/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = unsafe read(file, &buffer, buffer.count), count > 0 { text += buffer.prefix(count) }
        return text.split(separator: UInt8(ascii: "\n")).contains { line in
          let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
          return words.count > 1 && words[0].starts(with: "tfd:".utf8)
            && String(decoding: words[1], as: UTF8.self) == String(socket)
        }
      }
    #endif
  }
#endif
