import Switchboard
import SwitchboardTestSupport
import Testing

/// An owner without a lifetime. Its deinit is user code that calls back into the list of such owners.
private final class SweptOwner: Sendable {
  let subject: PublishSubject<Int, Never>
  init(_ subject: PublishSubject<Int, Never>) { self.subject = subject }
  deinit { _ = subject.census }
}

@Suite("R4 Owners deallocated during a sweep")
struct SweepTests {
  @Test("A deinit during a sweep may sweep")
  func deinitSweeps() throws {
    let subject = PublishSubject<Int, Never>()
    let stop = Counter()
    try onThreads([
      {
        for _ in 0..<rounds(20_000) {
          let owners = (0..<8).map { _ in SweptOwner(subject) }
          for owner in owners { subject.signal.subscribe(owner: owner, onNext: { _, _ in }) }
        }
        stop.increment()
      },
      { while stop.value == 0 { _ = subject.census } },
    ])
    // The sweep of another test may retain the last owners for a moment.
    yieldUntil { subject.census.count == 0 }
  }
}
