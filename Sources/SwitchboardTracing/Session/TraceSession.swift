internal import CSwitchboardTracing

/// A recording: from ``start(_:)`` or ``stream(to:clock:recordsPerThread:waits:)`` until ``stop()``.
///
/// ```swift
/// let session = try TraceSession.start(.flightRecorder(bytesPerThread: 1 << 20))
/// …
/// try session.snapshot().write(to: "last-seconds.pftrace")
/// ```
/// Each thread records into a ring of its own; threads do not wait for each other. One session at a time. A thread's first
/// record maps its ring, 32 bytes a record.
///
/// Cost: about 10 ns per record, 3 without clock; a few instructions per send while nobody records.
/// Threading: every member may be called from any thread. Records that were made while ``stop()`` runs may be missing.
public final class TraceSession: Sendable {
  /// Sound: touched only under the recorder's lock, but for `reader` of a session that streams, which only the thread that
  /// drains touches while it runs, and `sink`, which does not change.
  private final class Shared: @unchecked Sendable {
    var reader: RingReader
    var snapshot: TraceSnapshot?
    var sink: (any TraceSink)?
    var failure: (any Error)?
    var lostToFailure: UInt64 = 0
    var isStopping = false
    var isDrained = false

    init(_ reader: RingReader, _ sink: (any TraceSink)?) {
      self.reader = reader
      self.sink = sink
    }
  }

  private let shared: Shared
  private let clock: UInt32
  /// What the trace will say of the program.
  public let header: TraceHeader

  // Sound: touched only under the recorder's lock.
  private nonisolated(unsafe) static var active: TraceSession?

  private init(
    _ configuration: TraceConfiguration, policy: Int, _ sink: (any TraceSink)?, isScoped: Bool = false
  ) throws {
    clock =
      switch configuration.clock {
      case .automatic: switchboard_trace_best_clock()
      case .monotonic: UInt32(SWITCHBOARD_TRACE_MONOTONIC)
      case .sequence: UInt32(SWITCHBOARD_TRACE_SEQUENCE)
      }
    shared = Shared(RingReader(clock: clock, isOverwritten: policy == Int(SWITCHBOARD_TRACE_OVERWRITE)), sink)
    header = TraceHeader(
      hasClock: shared.reader.timeline.hasClock, program: CommandLine.arguments.first ?? "",
      processID: switchboard_trace_process_id())
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    if Self.active != nil { throw TraceSessionError.alreadyRecording }
    try sink?.begin(header)
    var capacity: UInt64 = 64
    while capacity < configuration.recordsPerThread { capacity *= 2 }
    switchboard_trace_open(clock, UInt32(policy), capacity, UInt32(clamping: configuration.endedThreads), isScoped)
    Self.active = self
  }

  /// The session that records now, if any.
  public static var current: TraceSession? {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return active
  }

  /// Begins to record into memory.
  ///
  /// - Throws: ``TraceSessionError/alreadyRecording``.
  public static func start(_ configuration: TraceConfiguration = TraceConfiguration()) throws -> TraceSession {
    let policy = configuration.whenFull == .overwriteOldest ? SWITCHBOARD_TRACE_OVERWRITE : SWITCHBOARD_TRACE_STOP
    return try TraceSession(configuration, policy: Int(policy), nil)
  }

  /// Begins to record into memory only what happens in a ``TraceFlow``, and what that leads to: other threads take
  /// no part, and have no rings.
  package static func startScoped(_ configuration: TraceConfiguration) throws -> TraceSession {
    try TraceSession(configuration, policy: Int(SWITCHBOARD_TRACE_OVERWRITE), nil, isScoped: true)
  }

  /// Begins to record into `sink`, which a thread of its own feeds while the program runs.
  ///
  /// - Parameters:
  ///   - recordsPerThread: Room for what waits to be written.
  ///   - waits: What a thread does whose room is used up: wait until some has been written, so that nothing is lost; or go
  ///     on, and its records are counted as lost until there is room.
  /// - Throws: ``TraceSessionError``, and what the sink throws when it begins.
  public static func stream(
    to sink: any TraceSink, clock: TraceConfiguration.Clock = .automatic, recordsPerThread: Int = 65_536,
    waits: Bool = true
  ) throws -> TraceSession {
    let configuration = TraceConfiguration(
      clock: clock, recordsPerThread: recordsPerThread, endedThreads: Int(UInt32.max))
    let policy = waits ? SWITCHBOARD_TRACE_STREAM_WAIT : SWITCHBOARD_TRACE_STREAM_DROP
    let session = try TraceSession(configuration, policy: Int(policy), sink)
    // Balanced by `drain`, which the thread runs.
    let this = Unmanaged.passRetained(session)
    let hasThread = switchboard_trace_spawn(
      { context in
        switchboard_trace_mute()
        Unmanaged<TraceSession>.fromOpaque(context!).takeRetainedValue().drain()
      }, this.toOpaque())
    if !hasThread {
      this.release()
      session.shared.isDrained = true
      _ = try? session.stop()
      throw TraceSessionError.noThread
    }
    return session
  }

  /// What has been recorded, in order; recording goes on. Of a stopped session, what it had recorded. Of one that streams:
  /// nothing, its sink has it.
  ///
  /// Cost: O(records); copies the rings while their threads go on, and leaves out what they overwrite meanwhile.
  public func snapshot() -> TraceSnapshot {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return lockedSnapshot()
  }

  /// The clock's stamp of now.
  var now: UInt64 { Timeline.Anchor.now(clock).stamp }

  /// What ``snapshot()`` gives, but only of the time since the stamp `begin`, in a session with clock. O(log n) for what a
  /// thread recorded before.
  func snapshot(since begin: UInt64) -> TraceSnapshot {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return lockedSnapshot(since: begin)
  }

  private func lockedSnapshot(since begin: UInt64 = 0) -> TraceSnapshot {
    if let snapshot = shared.snapshot { return snapshot }
    // While it streams, the reader belongs to the drainer.
    guard shared.sink == nil, Self.active === self else {
      return TraceSnapshot(header: header, symbols: TraceSymbols(), records: [])
    }
    let records = shared.reader.copyAll(since: begin)
    return TraceSnapshot(header: header, symbols: shared.reader.symbols, records: records)
  }

  /// Ends the recording, and returns what ``snapshot()`` does. A second call changes nothing.
  ///
  /// - Throws: What the sink threw; what it had written by then is kept.
  @discardableResult
  public func stop() throws -> TraceSnapshot {
    // In the child of a fork it is the parent's session.
    guard switchboard_trace_process_id() == header.processID else {
      return TraceSnapshot(header: header, symbols: TraceSymbols(), records: [])
    }
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    if Self.active === self {
      switchboard_trace_close()
      if shared.sink != nil {
        shared.isStopping = true
        switchboard_trace_wake_drainer_locked()
        while !shared.isDrained { switchboard_trace_wait_until_drained() }
      }
      shared.snapshot = lockedSnapshot()
      switchboard_trace_give_up()
      switchboard_trace_release_rings()
      Self.active = nil
    }
    if let failure = shared.failure { throw failure }
    return lockedSnapshot()
  }

  /// Records that came after the sink had failed, or that were lost with rings that gave way to newer threads. What a thread
  /// lost for want of room stands in the trace itself; what a sink that failed had taken and not kept, it alone can know.
  public var lostRecords: UInt64 {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return shared.lostToFailure + switchboard_trace_lost_with_rings()
  }

  /// The drainer's thread.
  private func drain() {
    var isLast = false
    while !isLast {
      switchboard_trace_lock()
      if !shared.isStopping { switchboard_trace_wait_for_work(50) }
      isLast = shared.isStopping
      var failed = shared.failure != nil
      switchboard_trace_unlock()
      // Nobody else touches the reader of a session that streams while this runs.
      let records = shared.reader.takeAll(isLast: isLast)
      if failed {
        switchboard_trace_lock()
        shared.lostToFailure += UInt64(records.count)
        switchboard_trace_unlock()
      } else if !records.isEmpty || isLast {
        do {
          if !records.isEmpty { try shared.sink?.write(records, shared.reader.symbols) }
          if isLast { try shared.sink?.finish() }
        } catch {
          failed = true
          switchboard_trace_lock()
          shared.failure = error
          // Nobody shall wait for room that nobody makes any more.
          switchboard_trace_give_up()
          switchboard_trace_unlock()
        }
      }
    }
    switchboard_trace_lock()
    shared.isDrained = true
    switchboard_trace_made_room()
    switchboard_trace_unlock()
  }
}
