import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// The events of a table in virtual time: the first at 1 ms, the next at 2 ms, and so on.
struct Stages<Output: Sendable & Equatable> {
  /// The source and the event of each step.
  let steps: [(source: Int, event: Event<Int>)]
  let apply: ([Signal<Int, Fault>]) -> Signal<Output, Fault>

  /// Checks that all events come at the steps at which they come when the sources are sent by hand. Also checks that a
  /// disposal after any step stops the events and releases everything.
  func check(sourceLocation: SourceLocation) {
    let expected = sentByHand()
    #expect(record(until: steps.count, sourceLocation) == expected, sourceLocation: sourceLocation)
    for stage in 0..<steps.count {
      #expect(
        record(until: stage, sourceLocation) == expected.filter { $0.time <= .milliseconds(stage) },
        "disposed at \(stage)", sourceLocation: sourceLocation)
    }
  }

  private var sourceCount: Int { max(3, 1 + (steps.map(\.source).max() ?? 0)) }

  private func sentByHand() -> [TimedEvent<Output, Fault>] {
    let subjects = (0..<sourceCount).map { _ in PublishSubject<Int, Fault>() }
    let recorder = Recorder(apply(subjects.map(\.signal)))
    var events = recorder.events.map { TimedEvent(.zero, $0) }
    for (number, step) in steps.enumerated() {
      subjects[step.source].send(step.event)
      events += recorder.events.dropFirst(events.count).map { TimedEvent(.milliseconds(number + 1), $0) }
    }
    recorder.dispose()
    return events
  }

  private func record(until stage: Int, _ sourceLocation: SourceLocation) -> [TimedEvent<Output, Fault>] {
    let scheduler = TestScheduler()
    let population = Population()
    let sources = (0..<sourceCount).map { source in
      scheduler.hotSignal(
        steps.enumerated().filter { $0.element.source == source }
          .map { (Duration.milliseconds($0.offset + 1), $0.element.event) })
    }
    let recorder = { [member = population.member()] in
      scheduler.record(apply(sources).do { [member] _ in withExtendedLifetime(member) {} })
    }()
    scheduler.advance(to: .milliseconds(stage))
    recorder.dispose()
    #expect(population.count == 0, "released at \(stage)", sourceLocation: sourceLocation)
    scheduler.run()
    return recorder.events
  }
}
