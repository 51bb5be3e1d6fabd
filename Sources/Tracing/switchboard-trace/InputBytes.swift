#if Tools
  import ArgumentParser
  import Foundation

  /// A file that a command reads as a whole.
  enum InputBytes {
    /// Returns the bytes of a file; `-` is standard input. Ends the command with status 66 if the file cannot be read.
    static func read(_ path: String) throws -> [UInt8] {
      if path == "-" { return try read(STDIN_FILENO, "standard input") }
      if let reason = TraceInput.unreadable(path) { throw Failure.noInput(path: path, reason: reason).reported() }
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw failure(path) }
      defer { close(descriptor) }
      return try read(descriptor, path)
    }

    private static func read(_ descriptor: Int32, _ name: String) throws -> [UInt8] {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Foundation.read(descriptor, &chunk, chunk.count)
        if count == 0 { return bytes }
        if count > 0 { bytes += chunk[..<count] } else if errno != EINTR { throw failure(name) }
      }
    }

    private static func failure(_ name: String) -> ExitCode {
      Failure.noInput(path: name, reason: String(cString: strerror(errno))).reported()
    }
  }
#endif
