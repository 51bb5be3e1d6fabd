import Dispatch
import SwitchboardBroadcast
import SwitchboardTracing

/// The one session that a process can have, shared by all recordings at the same time.
///
/// Recordings do not wait for each other: each takes its own part of the trace. They wait only while a test uses the
/// recorder alone; see ``OwnTraceSession``.
package enum SharedSession {
  /// The time that a recording waits while it blocks its thread. The limit keeps a mistake of a test from becoming a
  /// deadlock.
  static let patience = DispatchTimeInterval.seconds(60)

  private struct State {
    var session: TraceSession?
    var recordings = 0
    var isTaken = false
    /// The recordings that wait until no test uses the recorder alone, by their numbers.
    var waiting: [Int: @Sendable () -> Void] = [:]
    var lastNumber = 0
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
      switch try enter(orElse: { isFree.signal() }) {
      case .session(let session): return session
      case .waiting(let number):
        // A recording that was told in the last moment tries once more: others count on it.
        if isFree.wait(timeout: deadline) == .timedOut, withdraw(number) { throw Busy() }
      }
    }
  }

  /// Joins the session without blocking a thread. Throws ``TraceSessionError``.
  static func joinAsync() async throws -> TraceSession {
    while true {
      let session: TraceSession? = try await withCheckedThrowingContinuation { continuation in
        do {
          if case .session(let session) = try enter(orElse: { continuation.resume(returning: nil) }) {
            continuation.resume(returning: session)
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
      if let session { return session }
    }
  }

  package enum Entrance {
    case session(TraceSession)
    /// A test uses the recorder alone. The number is that of the recording among those that wait.
    case waiting(Int)
  }

  /// Returns the session, unless a test uses the recorder alone. In that case `isFree` is called when the test is over.
  package static func enter(orElse isFree: @escaping @Sendable () -> Void) throws -> Entrance {
    let (entrance, next) = state.withLock { state -> (Result<Entrance, any Error>, (@Sendable () -> Void)?) in
      if state.isTaken {
        state.lastNumber += 1
        state.waiting[state.lastNumber] = isFree
        return (.success(.waiting(state.lastNumber)), nil)
      }
      do {
        let session =
          try state.session
          ?? TraceSession.startScoped(
            TraceConfiguration(recordsPerThread: Recording.recordsPerThread, endedThreads: 1024))
        state.session = session
        state.recordings += 1
        return (.success(.session(session)), nil)
      } catch {
        // The tests that wait would wait for the end of a recording that does not begin.
        return (.failure(error), grant(&state))
      }
    }
    next?()
    return try entrance.get()
  }

  /// Takes a recording out of those that wait. Returns false if the recording has been told that the recorder is free.
  package static func withdraw(_ number: Int) -> Bool {
    state.withLock { $0.waiting.removeValue(forKey: number) != nil }
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
    await withCheckedContinuation { continuation in take { continuation.resume() } }
  }

  /// Calls `isMine` when the recorder is the caller's.
  package static func take(_ isMine: @escaping @Sendable () -> Void) {
    let next = state.withLock { state in
      state.contenders.append(isMine)
      return state.recordings == 0 && !state.isTaken ? grant(&state) : nil
    }
    next?()
  }

  package static func giveBack() {
    let next: [@Sendable () -> Void] = state.withLock { state in
      state.isTaken = false
      // Recordings go first, because they may block a thread.
      guard state.waiting.isEmpty else {
        defer { state.waiting = [:] }
        return Array(state.waiting.values)
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
