/// How a ``TraceSession`` records.
public struct TraceConfiguration: Sendable {
  /// Where time stamps come from.
  public enum Clock: Sendable {
    /// The processor's counter where it runs at one rate and the system trusts it, otherwise ``monotonic``.
    case automatic
    /// The system's monotonic clock: about 15 ns more per record.
    case monotonic
    /// None: records are only counted, about 7 ns less per record. Two runs of a deterministic program give the same trace.
    case sequence
  }

  /// What happens when a thread's ring is full.
  public enum WhenFull: Sendable {
    /// The newest record takes the place of the oldest: a flight recorder.
    case overwriteOldest
    /// Nothing more is recorded.
    case stop
  }

  public var clock: Clock
  public var whenFull: WhenFull
  /// Records per thread, rounded up to a power of two. Each takes 32 bytes.
  public var recordsPerThread: Int
  /// Of threads that have ended, how many rings are kept.
  public var endedThreads: Int

  /// - Precondition: `recordsPerThread` is in 64…2²⁶.
  public init(
    clock: Clock = .automatic, whenFull: WhenFull = .overwriteOldest, recordsPerThread: Int = 32_768,
    endedThreads: Int = 64
  ) {
    guard (64...(1 << 26)).contains(recordsPerThread) else {
      fatalError("a trace needs room for 64 to 67,108,864 records per thread, not \(recordsPerThread)")
    }
    guard endedThreads >= 0 else { fatalError("a trace cannot keep a negative number of rings") }
    self.clock = clock
    self.whenFull = whenFull
    self.recordsPerThread = recordsPerThread
    self.endedThreads = endedThreads
  }

  /// A flight recorder that keeps the last so many bytes of records of each thread.
  public static func flightRecorder(bytesPerThread: Int) -> TraceConfiguration {
    TraceConfiguration(whenFull: .overwriteOldest, recordsPerThread: bytesPerThread / 32)
  }
}
