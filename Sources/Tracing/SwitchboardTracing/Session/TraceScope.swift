internal import CSwitchboardTracing
import Synchronization

/// Runs `body` as an activity, which is the cause of everything recorded in `body`, and of what those records lead to
/// on other threads. A trace shows the activity under `name`, with its duration.
///
/// Cost: one load while no session records; otherwise two records and a look-up in a table of names.
///
/// - Parameters:
///   - name: The name of the activity.
///   - body: The work. It runs once, on the calling thread.
public func withTraceScope<Result>(
  _ name: String, fileID: StaticString = #fileID, line: UInt32 = #line, _ body: () throws -> Result
) rethrows -> Result {
  guard switchboard_trace_is_recording() else { return try body() }
  let file = unsafe UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self)
  let mark = switchboard_trace_mark(registry: 0, label: TraceLabels.number(of: nil, named: name))
  defer { TraceLabels.giveBack(mark.label) }
  let activity = unsafe switchboard_trace_begin(
    UInt32(TraceKind.scope.rawValue), mark, switchboard_trace_site(file, line))
  defer { switchboard_trace_end(activity) }
  return try body()
}

extension TraceSnapshot {
  /// Returns the part of the trace that the scopes called `name` caused: what ran in these scopes, and what that led
  /// to.
  ///
  /// - Parameter name: The name that ``withTraceScope(_:fileID:line:_:)`` was called with.
  public func caused(byScope name: String) -> TraceSnapshot {
    caused(by: []) { $0.kind == .scope && symbols.label(of: $0).name == name }
  }

  /// Returns what the activities `roots`, and the activities that `isRoot` picks, led to.
  func caused(by roots: Set<UInt64>, _ isRoot: (TraceRecord) -> Bool = { _ in false }) -> TraceSnapshot {
    var flows = roots
    var part = self
    part.records = records.filter { record in
      if record.kind.isActivity || record.kind == .queue || record.kind == .hop {
        // Work that was queued or hopped has the flow of its announcement, which `flows` holds already.
        let isCaused = isRoot(record) || flows.contains(record.cause) || flows.contains(record.flow)
        if isCaused { flows.insert(record.flow) }
        return isCaused
      }
      return flows.contains(record.flow) || record.kind == .lost
    }
    return part
  }
}

/// Names the calling thread, for traces and for the system's own tools.
///
/// A trace shows the system's names of threads; on Linux, Foundation's `Thread.name` does not set the system's name.
/// Call this function before the thread's first subscribe or send: otherwise a streamed trace may already contain the
/// old name.
///
/// - Parameter name: The new name. Linux keeps its first 15 bytes, Apple's systems its first 63.
///
/// Cost: a system call.
public func setTraceThreadName(_ name: String) { unsafe switchboard_trace_name_thread(name) }

/// An activity without a record of its own, which one thread enters job by job.
///
/// A scoped session uses flows to tell independent recordings apart that run at the same time.
package final class TraceFlow: Sendable {
  private let id = switchboard_trace_new_id()
  private let begin: UInt64
  private let session: TraceSession
  private let lostBefore: UInt64
  private let thread = Atomic<UInt32>(0)

  package init(in session: TraceSession) {
    self.session = session
    lostBefore = session.lostWithRings
    begin = session.now
  }

  /// Runs `body` as a part of this activity, which then causes everything that `body` does and leads to. All calls must
  /// come from the same thread.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let visit = switchboard_trace_enter(id)
    defer { switchboard_trace_leave(visit) }
    let ring = switchboard_trace_own_ring()
    if ring != 0 { thread.store(ring, ordering: .relaxed) }
    return try body()
  }

  /// Returns what this activity has caused so far, or nil if some records of that may have been lost. References to the
  /// activity itself are replaced by 0.
  ///
  /// On the activity's own thread, every record lost since the beginning was a part of the activity. On another thread,
  /// each part of the activity begins with an activity that a `queue` or `hop` record announced. The oldest records are
  /// lost first, so all parts are complete if no announced activity is missing.
  package func trace() -> TraceSnapshot? {
    let own = thread.load(ordering: .relaxed)
    guard own != 0, TraceSession.current === session else { return nil }
    var part = session.snapshot(since: begin).caused(by: [id])
    var isLossy = session.lostWithRings > lostBefore
    var announced: Set<UInt64> = []
    var isOwnLossy = false
    part.records = part.records.compactMap { record in
      if record.kind == .lost {
        isLossy = true
        if record.thread == own { isOwnLossy = true }
        return nil
      }
      if record.kind == .queue || record.kind == .hop {
        announced.insert(record.flow)
      } else if record.kind.isActivity {
        announced.remove(record.flow)
      }
      var record = record
      if record.flow == id { record.flow = 0 }
      if record.cause == id { record.cause = 0 }
      return record
    }
    return isOwnLossy || (isLossy && !announced.isEmpty) ? nil : part
  }
}
