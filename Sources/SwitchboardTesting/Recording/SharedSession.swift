import Dispatch
import SwitchboardBroadcast
import SwitchboardTracing

/// The one session that a process can have, shared by all recordings at the same time.
///
/// Recordings do not wait for each other: each takes its own part of the trace. They wait only while a test uses the
/// recorder alone; see ``OwnTraceSession``.
enum SharedSession {
  /// The time that a recording waits while it blocks its thread. The limit keeps a mistake of a test from becoming a
  /// deadlock.
  static let patience = DispatchTimeInterval.seconds(60)

  private struct State {
    var session: TraceSession?
    var recordings = 0
    var isTaken = false
    /// The recordings that wait until no test uses the recorder alone.
    var waiting: [@Sendable () -> Void] = []
    /// The tests that wait to use the recorder alone.
    var contenders: [@Sendable () -> Void] = []
  }

  private static let state = Lock(State())

  // MARK: Recordings

  struct Busy: Error, CustomStringConvertible {
    let description = """
      A test with `.ownTraceSession` has used the recorder for more than a minute. Check whether that test waits for \
      the thread on which this test waits.
      """
  }

  /// Joins the session, which begins if there is none. Throws ``TraceSessionError``, or ``Busy``.
  static func join() throws -> TraceSession {
    let deadline = DispatchTime.now() + patience
    while true {
      let isFree = DispatchSemaphore(value: 0)
      if let session = try joined(orElse: { isFree.signal() }) { return session }
      if isFree.wait(timeout: deadline) == .timedOut { throw Busy() }
    }
  }

  /// Joins the session without blocking a thread. Throws ``TraceSessionError``.
  static func joinAsync() async throws -> TraceSession {
    while true {
      let session: TraceSession? = try await withCheckedThrowingContinuation { continuation in
        do {
          if let session = try joined(orElse: { continuation.resume(returning: nil) }) {
            continuation.resume(returning: session)
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
      if let session { return session }
    }
  }

  /// Returns the session, or nil if a test uses the recorder alone. In that case `isFree` is called when the test is
  /// over.
  private static func joined(orElse isFree: @escaping @Sendable () -> Void) throws -> TraceSession? {
    try state.withLock { state in
      if state.isTaken {
        state.waiting.append(isFree)
        return nil
      }
      let session =
        try state.session
        ?? TraceSession.startScoped(
          TraceConfiguration(recordsPerThread: Recording.recordsPerThread, endedThreads: 1024))
      state.session = session
      state.recordings += 1
      return session
    }
  }

  /// Leaves the session. The last recording ends the session.
  static func leave() {
    let next: (@Sendable () -> Void)? = state.withLock { state in
      state.recordings -= 1
      guard state.recordings == 0 else { return nil }
      // A session without a sink throws nothing.
      _ = try? state.session?.stop()
      state.session = nil
      return grant(&state)
    }
    next?()
  }

  // MARK: Tests that start their own sessions

  /// Takes the recorder for one test. Returns when no recording is in progress, and no recording begins until
  /// ``giveBack()``.
  static func take() async {
    await withCheckedContinuation { continuation in
      let isMine: Bool = state.withLock { state in
        if state.recordings == 0, !state.isTaken {
          state.isTaken = true
          return true
        }
        state.contenders.append { continuation.resume() }
        return false
      }
      if isMine { continuation.resume() }
    }
  }

  static func giveBack() {
    let next: [@Sendable () -> Void] = state.withLock { state in
      state.isTaken = false
      // Recordings go first, because they may block a thread.
      guard state.waiting.isEmpty else {
        defer { state.waiting = [] }
        return state.waiting
      }
      return grant(&state).map { [$0] } ?? []
    }
    for next in next { next() }
  }

  private static func grant(_ state: inout State) -> (@Sendable () -> Void)? {
    guard !state.contenders.isEmpty else { return nil }
    state.isTaken = true
    return state.contenders.removeFirst()
  }
}
