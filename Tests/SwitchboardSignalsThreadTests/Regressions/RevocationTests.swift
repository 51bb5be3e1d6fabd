import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests that find most with `SWITCHBOARD_THREAD_BIAS=always`. Otherwise a process soon stops biasing its registries.
@Suite("R4 A registry whose thread bias ends while a delivery begins under its lock")
struct RevocationTests {
  @Test("No thread waits for the registry for ever", arguments: [SubjectKind.replay, .behavior])
  func nobodyWaits(kind: SubjectKind) throws {
    for round in 0..<rounds(1500) {
      let (subject, begun) = (kind.subject(), Counter())
      // Both a join and a behavior subject's send begin their delivery under the lock.
      let deliver: @Sendable () -> Void = {
        for value in 0..<8 {
          subject.send(value)
          subject.subscribe { _ in }.dispose()
          begun.increment()
        }
      }
      try onThreads([
        deliver,
        {
          // This thread comes at a different moment in every round.
          while begun.value < 1 + round % 4 {}
          for _ in 0..<(round % 64) { _ = begun.value }
          subject.subscribe { _ in }.dispose()
          _ = subject.census
        },
      ])
      #expect(subject.census.count == 0)
    }
  }
}
