internal import SwitchboardTracing
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The trace that the environment asks for: `SWITCHBOARD_TRACE=file.pftrace program`.
///
/// A program that links `Switchboard` with the `Tracing` trait is recorded from before `main` until the program exits,
/// or until SIGTERM, SIGINT or SIGHUP kills it. A `%p` in the path becomes the process id, so that each process of a
/// tree has its own file. Without `%p` the variable is removed from the environment, and children are not traced.
///
/// If the trace cannot begin or be completed, a line on stderr says so, and the program continues.
private enum TraceFromEnvironment {
  static let variable = "SWITCHBOARD_TRACE"
  static let session = Mutex<TraceSession?>(nil)

  static func start() -> Bool {
    guard let value = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !value.isEmpty else { return false }
    let path = expanded(value)
    if path == value { unsafe unsetenv(variable) }
    do {
      let started = try TraceSession.stream(to: ReportingWriter(PerfettoWriter(path: path)))
      session.withLock { $0 = started }
      return true
    } catch {
      report("\(error) The program runs without a trace.")
      return false
    }
  }

  /// Ends the trace, under the lock throughout. If the process exits and gets a signal at the same time, the second
  /// caller waits until the file is written.
  static func finish() {
    session.withLock { session in
      guard let ending = session else { return }
      session = nil
      // The writer has reported an error already.
      _ = try? ending.stop()
    }
  }

  private static func expanded(_ path: String) -> String {
    var result = ""
    var rest = path[...]
    while let character = rest.popFirst() {
      if character == "%", rest.first == "p" {
        rest.removeFirst()
        result += String(getpid())
      } else {
        result.append(character)
      }
    }
    return result
  }

  static func report(_ message: String) {
    let line = Array("\(variable): \(message)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// A writer that reports an error when it happens, because the program may run for a long time after that.
private final class ReportingWriter: TraceSink {
  private let writer: PerfettoWriter

  init(_ writer: PerfettoWriter) { self.writer = writer }

  func begin(_ header: TraceHeader) throws { try writer.begin(header) }

  func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws {
    try reporting { () throws(TraceFileError) in try writer.write(records, symbols) }
  }

  func finish() throws { try reporting { () throws(TraceFileError) in try writer.finish() } }

  private func reporting(_ body: () throws(TraceFileError) -> Void) throws {
    do {
      try body()
    } catch {
      TraceFromEnvironment.report("\(error) The rest of the trace is lost.")
      throw error
    }
  }
}

/// Starts the trace that the environment asks for. CSwitchboardTraceStart calls this before `main`. Returns whether the
/// process is traced now.
@_cdecl("switchboard_trace_start_from_environment")
func startTraceFromEnvironment() -> Bool { TraceFromEnvironment.start() }

/// Ends the trace and returns when the file is complete. Called at the end of the process.
@_cdecl("switchboard_trace_finish_from_environment")
func finishTraceFromEnvironment() { TraceFromEnvironment.finish() }
