internal import CSwitchboardTracing

/// A recording, from ``start(_:)`` or ``stream(to:clock:recordsPerThread:waits:)`` until ``stop()``.
///
/// ```swift
/// let session = try TraceSession.start(.flightRecorder(bytesPerThread: 1 << 20))
/// …
/// try session.snapshot().write(to: "last-seconds.pftrace")
/// ```
/// Each thread records into its own ring; threads do not wait for each other. A process has one session at a time. A
/// thread's first record maps its ring, which takes 32 bytes per record.
///
/// Cost: about 10 ns per record, 3 without a clock; a few instructions per send while no session records.
/// Threading: every member may be called from any thread. Records that were made while ``stop()`` runs may be missing.
public final class TraceSession: Sendable {
  /// Sound: every access holds the recorder's lock, with two exceptions. While a session streams, only the drainer's
  /// thread accesses `reader`. The other exception is `sink`, which does not change.
  private final class Shared: @unchecked Sendable {
    var reader: RingReader
    var snapshot: TraceSnapshot?
    var sink: (any TraceSink)?
    var failure: (any Error)?
    var lostToFailure: UInt64 = 0
    /// The losses of the session when it ended.
    var lostInAll: UInt64 = 0
    var isStopping = false
    var isDrained = false

    init(_ reader: RingReader, _ sink: (any TraceSink)?) {
      self.reader = reader
      self.sink = sink
    }
  }

  private let shared: Shared
  private let clock: UInt32
  /// Whether this session ends when another one begins.
  private let givesWay: Bool
  /// The description of the program that the trace contains.
  public let header: TraceHeader

  // Sound: accessed only under the recorder's lock.
  @safe private nonisolated(unsafe) static var active: TraceSession?
  // Whether the sink of a session that will be `active` is beginning. Sound: like `active`.
  @safe private nonisolated(unsafe) static var isBeginning = false

  private init(
    _ configuration: TraceConfiguration, policy: Int, _ sink: (any TraceSink)?, isScoped: Bool = false,
    givesWay: Bool = false
  ) throws {
    self.givesWay = givesWay
    clock =
      switch configuration.clock {
      case .automatic: switchboard_trace_best_clock()
      case .monotonic: UInt32(SWITCHBOARD_TRACE_MONOTONIC)
      case .sequence: UInt32(SWITCHBOARD_TRACE_SEQUENCE)
      }
    let reader = RingReader(
      clock: clock, isOverwritten: policy == Int(SWITCHBOARD_TRACE_OVERWRITE), hasLabels: !(sink is any UnlabelledSink))
    shared = Shared(reader, sink)
    header = TraceHeader(
      hasClock: shared.reader.timeline.hasClock, program: CommandLine.arguments.first ?? "",
      processID: switchboard_trace_process_id())
    switchboard_trace_lock()
    if let active = Self.active, active.givesWay, !givesWay, !Self.isBeginning { active.lockedEnd() }
    let isFree = Self.active == nil && !Self.isBeginning
    if isFree { Self.isBeginning = true }
    switchboard_trace_unlock()
    if !isFree { throw TraceSessionError.alreadyRecording }
    // Without the lock, because a sink may use what is traced, and each source line is looked up under the lock.
    let begun = Result { try sink?.begin(header) }
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    Self.isBeginning = false
    try begun.get()
    var capacity: UInt64 = 64
    while capacity < configuration.recordsPerThread { capacity *= 2 }
    switchboard_trace_open(clock, UInt32(policy), capacity, UInt32(clamping: configuration.endedThreads), isScoped)
    TraceLabels.sessionBegan()
    Self.active = self
  }

  /// The session that records now. Nil if no session records.
  public static var current: TraceSession? {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return active
  }

  /// Whether a session records. The caller holds the recorder's lock.
  static var lockedIsActive: Bool { active != nil }

  /// The current stamp, or nil if no session with a clock records. The caller holds the recorder's lock.
  static var lockedStamp: UInt64? {
    active.flatMap { $0.header.hasClock ? Timeline.Anchor.now($0.clock).stamp : nil }
  }

  /// Begins to record into memory.
  ///
  /// - Parameter configuration: How much is kept, and what happens when that is full.
  /// - Throws: ``TraceSessionError/alreadyRecording``.
  public static func start(_ configuration: TraceConfiguration = TraceConfiguration()) throws -> TraceSession {
    let policy = configuration.whenFull == .overwriteOldest ? SWITCHBOARD_TRACE_OVERWRITE : SWITCHBOARD_TRACE_STOP
    return try TraceSession(configuration, policy: Int(policy), nil)
  }

  /// Begins to record into memory, but only what happens in a ``TraceFlow`` and what that leads to. All other threads
  /// record nothing and have no rings.
  package static func startScoped(_ configuration: TraceConfiguration) throws -> TraceSession {
    try TraceSession(configuration, policy: Int(SWITCHBOARD_TRACE_OVERWRITE), nil, isScoped: true)
  }

  /// Begins to record into memory, until ``stop()``, or until other code begins a session. A program that records
  /// itself is not disturbed so.
  ///
  /// - Throws: ``TraceSessionError/alreadyRecording``.
  package static func startGivingWay(_ configuration: TraceConfiguration) throws -> TraceSession {
    let policy = configuration.whenFull == .overwriteOldest ? SWITCHBOARD_TRACE_OVERWRITE : SWITCHBOARD_TRACE_STOP
    return try TraceSession(configuration, policy: Int(policy), nil, givesWay: true)
  }

  /// Whether the session has ended.
  package var hasEnded: Bool {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return Self.active !== self
  }

  /// Begins to record into `sink`. A separate thread feeds the sink while the program runs.
  /// - Parameters:
  ///   - sink: Where the records go, such as a file.
  ///   - clock: The clock that gives records their times.
  ///   - recordsPerThread: The number of records per thread that can wait to be written.
  ///   - waits: Whether a thread whose ring is full waits until some records have been written, so that no record is
  ///     lost. Otherwise the thread continues, and its records count as lost until there is room.
  /// - Throws: ``TraceSessionError``, and the error that the sink throws when it begins.
  public static func stream(
    to sink: any TraceSink, clock: TraceConfiguration.Clock = .automatic, recordsPerThread: Int = 65_536,
    waits: Bool = true
  ) throws -> TraceSession {
    let configuration = TraceConfiguration(
      clock: clock, recordsPerThread: recordsPerThread, endedThreads: Int(UInt32.max))
    let policy = waits ? SWITCHBOARD_TRACE_STREAM_WAIT : SWITCHBOARD_TRACE_STREAM_DROP
    let session = try TraceSession(configuration, policy: Int(policy), sink)
    // Balanced by `takeRetainedValue` on the new thread.
    let this = unsafe Unmanaged.passRetained(session)
    let hasThread = unsafe switchboard_trace_spawn(
      { context in
        switchboard_trace_mute()
        unsafe Unmanaged<TraceSession>.fromOpaque(context!).takeRetainedValue().drain()
      }, unsafe this.toOpaque())
    if !hasThread {
      unsafe this.release()
      session.shared.isDrained = true
      _ = try? session.stop()
      throw TraceSessionError.noThread
    }
    return session
  }

  /// Returns the records made so far, in order; the recording continues. A stopped session returns everything that it
  /// recorded. A session that streams returns no records, because its sink has them.
  ///
  /// Cost: O(records). Copies the rings while their threads keep recording, and leaves out records that are overwritten
  /// meanwhile.
  public func snapshot() -> TraceSnapshot {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return lockedSnapshot()
  }

  /// The clock's current stamp.
  var now: UInt64 { Timeline.Anchor.now(clock).stamp }

  /// Returns what ``snapshot()`` returns, but only the records since the stamp `begin`. For sessions with a clock. The
  /// records that a thread made before `begin` cost O(log n).
  func snapshot(since begin: UInt64) -> TraceSnapshot {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return lockedSnapshot(since: begin)
  }

  private func lockedSnapshot(since begin: UInt64 = 0) -> TraceSnapshot {
    if let snapshot = shared.snapshot { return snapshot }
    // While the session streams, only the drainer may use the reader.
    guard shared.sink == nil, Self.active === self else {
      return TraceSnapshot(header: header, symbols: TraceSymbols(), records: [])
    }
    let records = shared.reader.copyAll(since: begin)
    return TraceSnapshot(header: header, symbols: shared.reader.symbols, records: records)
  }

  /// Ends the recording, and returns what ``snapshot()`` returns. A second call changes nothing.
  ///
  /// - Throws: The error that the sink threw. What the sink wrote before the error is kept.
  @discardableResult
  public func stop() throws -> TraceSnapshot {
    // In the child of a fork, the session still belongs to the parent.
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
    }
    // Waiting releases the lock. Meanwhile another call may have ended this session, and another session begun.
    if Self.active === self { lockedEnd() }
    if let failure = shared.failure { throw failure }
    return lockedSnapshot()
  }

  /// Takes the snapshot, and ends the session. The caller holds the lock.
  private func lockedEnd() {
    switchboard_trace_close()
    let snapshot = lockedSnapshot()
    shared.lostInAll =
      shared.sink == nil ? snapshot.records.lost : shared.reader.lost + shared.lostToFailure
    shared.snapshot = snapshot
    switchboard_trace_give_up()
    switchboard_trace_release_rings()
    Self.active = nil
    TraceLabels.sessionEnded()
  }

  /// The error of a sink that has failed, such as a full disk. The program continues, and ``lostRecords`` counts what
  /// it records from then on. ``stop()`` throws this error.
  public var failure: (any Error)? {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return shared.failure
  }

  /// The number of records that the session has lost so far: those that found no room, that newer ones overwrote, that
  /// were lost with rings of ended threads, or that came after the sink had failed. After ``stop()``, the number is
  /// final.
  ///
  /// The trace tells of all these losses as ``TraceKind/lost``, except those after a failure of the sink. Losses with
  /// rings are one such record for each of the newest 1,024 threads, and one for the sum of all older threads. Records
  /// that a failing sink took but did not keep are not counted; only the sink can know them.
  ///
  /// Cost: O(threads).
  public var lostRecords: UInt64 {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return Self.active === self ? shared.lostToFailure + switchboard_trace_lost() : shared.lostInAll
  }

  /// The number of records that were lost with rings of ended threads. O(1).
  var lostWithRings: UInt64 {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    return switchboard_trace_lost_with_rings()
  }

  /// Takes records from the rings and writes them to the sink until the session stops. Runs on the drainer's thread.
  private func drain() {
    var isLast = false
    while !isLast {
      switchboard_trace_lock()
      if !shared.isStopping { switchboard_trace_wait_for_work(50) }
      isLast = shared.isStopping
      var failed = shared.failure != nil
      switchboard_trace_unlock()
      // While this function runs, only this thread accesses the reader of a session that streams.
      let records = shared.reader.takeAll(isLast: isLast)
      if failed {
        switchboard_trace_lock()
        shared.lostToFailure += UInt64(records.count { $0.kind != .lost })
        switchboard_trace_unlock()
      } else if !records.isEmpty || isLast {
        do {
          if !records.isEmpty { try shared.sink?.write(records, shared.reader.symbols) }
          if isLast { try shared.sink?.finish() }
        } catch {
          failed = true
          switchboard_trace_lock()
          shared.failure = error
          // No thread makes room in the rings from now on, so no thread may wait for room.
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
