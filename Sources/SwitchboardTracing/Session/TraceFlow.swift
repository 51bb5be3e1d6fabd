internal import CSwitchboardTracing
import Synchronization

/// An activity that leaves no record itself, and that one thread takes part in job by job: how a scoped session tells apart
/// what several do who know nothing of each other.
package final class TraceFlow: Sendable {
  private let id = switchboard_trace_new_id()
  private let begin: UInt64
  private let session: TraceSession
  private let lostBefore: UInt64
  private let thread = Atomic<UInt32>(0)

  package init(in session: TraceSession) {
    self.session = session
    lostBefore = session.lostRecords
    begin = session.now
  }

  /// What `body` does on this thread, always the same, and what that leads to, is this activity's.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let visit = switchboard_trace_enter(id)
    defer { switchboard_trace_leave(visit) }
    let ring = switchboard_trace_own_ring()
    if ring != 0 { thread.store(ring, ordering: .relaxed) }
    return try body()
  }

  /// What this led to so far, as if there had been nothing around it. Nil if some of it may have been lost.
  ///
  /// On its own thread every record that was lost since the beginning was part of it. On another one each of its parts
  /// begins with something that was announced; since the oldest records are lost first, no part is incomplete if nothing
  /// that was announced is missing.
  package func trace() -> TraceSnapshot? {
    let own = thread.load(ordering: .relaxed)
    guard own != 0, TraceSession.current === session else { return nil }
    var part = session.snapshot(since: begin).caused(by: [id])
    var isLossy = session.lostRecords > lostBefore
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
