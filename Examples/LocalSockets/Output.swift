import Foundation

/// Prints a line at once, also into a pipe.
public func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Writes a line to the standard error.
public func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }

/// Ends the program. By convention, the status 64 means a wrong command line.
public func fail(_ text: String, status: Int32) -> Never {
  complain(text)
  exit(status)
}

/// Calls `action` when nobody can read the standard output any more: its pipe or its terminal is closed. Without this,
/// `| head -1` would leave a silent program behind that waits for its next line.
public func whenOutputCloses(_ action: @escaping @Sendable () -> Void) {
  Thread.detachNewThread {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    while poll(&output, 1, -1) < 0 && errno == EINTR {}
    action()
  }
}
