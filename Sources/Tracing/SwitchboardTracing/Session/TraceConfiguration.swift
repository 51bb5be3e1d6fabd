/// The way in which a ``TraceSession`` records.
public struct TraceConfiguration: Sendable {
  /// The source of time stamps.
  public enum Clock: Sendable {
    /// The processor's counter, if it runs at a constant rate and the system trusts it; otherwise ``monotonic``.
    case automatic
    /// The system's monotonic clock, which takes about 15 ns more per record.
    case monotonic
    /// No clock: records are only counted, which takes about 7 ns less per record. Two runs of a deterministic program
    /// give the same trace.
    case sequence
  }

  /// The behaviour of a thread whose ring is full.
  public enum WhenFull: Sendable {
    /// The newest record overwrites the oldest, as in a flight recorder.
    case overwriteOldest
    /// The thread records nothing more.
    case stop
  }

  /// The source of time stamps.
  public var clock: Clock
  /// What a thread does when its ring is full.
  public var whenFull: WhenFull
  /// The number of records per thread, rounded up to a power of two. Each record takes 32 bytes.
  public var recordsPerThread: Int
  /// The memory for records of threads that have ended, in full rings. A thread that made few records takes less than
  /// a ring: at the default sizes, the records of 64 busy or of 16,000 short threads are kept. When there is no memory
  /// left, the oldest records are lost; the trace has a ``TraceKind/lost`` for their thread.
  public var endedThreads: Int

  /// Creates a configuration. Without arguments, that of ``TraceSession/start(_:)``: 1 MiB per thread, and the newest
  /// records are kept.
  ///
  /// - Precondition: `recordsPerThread` is in 64…2²⁶, and `endedThreads` is not negative.
  public init(
    clock: Clock = .automatic, whenFull: WhenFull = .overwriteOldest, recordsPerThread: Int = 32_768,
    endedThreads: Int = 64
  ) {
    guard (64...(1 << 26)).contains(recordsPerThread) else {
      fatalError("recordsPerThread is \(recordsPerThread); use a number from 64 to 67,108,864")
    }
    guard endedThreads >= 0 else { fatalError("endedThreads is \(endedThreads); use 0 or more") }
    self.clock = clock
    self.whenFull = whenFull
    self.recordsPerThread = recordsPerThread
    self.endedThreads = endedThreads
  }

  /// Returns the configuration of a flight recorder that keeps the newest records of each thread. A ring takes
  /// `bytesPerThread` bytes, rounded up so that the number of records is a power of two.
  ///
  /// - Parameter bytesPerThread: The memory for the records of one thread, in bytes. A record takes 32.
  /// - Precondition: `bytesPerThread` is in 2 KiB…2 GiB.
  public static func flightRecorder(bytesPerThread: Int) -> TraceConfiguration {
    TraceConfiguration(whenFull: .overwriteOldest, recordsPerThread: bytesPerThread / 32)
  }
}

/// The reason why a trace could not begin.
public enum TraceSessionError: Error, CustomStringConvertible {
  /// Another session is recording; a process records one session at a time.
  case alreadyRecording
  /// The system refused the thread that would write the trace.
  case noThread

  /// The reason and the remedy, in one sentence.
  public var description: String {
    switch self {
    case .alreadyRecording:
      "Another trace session is recording, and only one can record at a time: stop that session, or take its snapshot."
    case .noThread:
      "The system could not start the thread that writes the trace: end some threads, or record into memory."
    }
  }
}
