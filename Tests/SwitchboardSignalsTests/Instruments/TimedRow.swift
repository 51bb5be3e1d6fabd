import Switchboard
import SwitchboardOperatorTables
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// The ways in which events with times, in milliseconds, can reach an operator.
enum TimedSupply: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case hot, cold
  /// Events that are due at 0 come inside `subscribe`, the other events later.
  case synchronous

  var testDescription: String { rawValue }

  func source(_ input: KeyValuePairs<Int, Event<Int>>, _ scheduler: TestScheduler) -> Signal<Int, Fault> {
    let events = input.map { (Duration.milliseconds($0.key), $0.value) }
    switch self {
    case .hot: return scheduler.hotSignal(events)
    case .cold: return scheduler.coldSignal(events)
    case .synchronous:
      let (now, later) = (events.filter { $0.0 == .zero }, events.filter { $0.0 > .zero })
      return Signal { [weak scheduler] observer in
        for (_, event) in now { observer.send(event) }
        return scheduler?.coldSignal(later).subscribe(observer)
      }
    }
  }
}

/// One line of a time operator's table: the input and the expected output, with their times.
struct TimedRow<Output: Sendable & Equatable>: Sendable, CustomTestStringConvertible {
  typealias Apply = @Sendable (Signal<Int, Fault>, Scheduler) -> Signal<Output, Fault>

  let title: String
  let input: KeyValuePairs<Int, Event<Int>>
  let output: KeyValuePairs<Int, Event<Output>>
  let apply: Apply

  init(
    _ title: String, _ input: KeyValuePairs<Int, Event<Int>>, _ output: KeyValuePairs<Int, Event<Output>>,
    _ apply: @escaping Apply
  ) {
    (self.title, self.input, self.output, self.apply) = (title, input, output, apply)
  }

  var testDescription: String { title }

  /// Checks the whole row, also with timers that come early. Also checks a disposal, and the scheduler's deallocation,
  /// after each moment at which something happens.
  func check(_ supply: TimedSupply, sourceLocation: SourceLocation = #_sourceLocation) {
    let expected = output.map { TimedEvent(.milliseconds($0.key), $0.value) }
    let scheduler = TestScheduler()
    let recorder = scheduler.record(apply(supply.source(input, scheduler), scheduler))
    scheduler.advance(to: .milliseconds(200))
    #expect(recorder.events == expected, sourceLocation: sourceLocation)
    let isOver = expected.last.map { $0.event == .completed || $0.event.isError } ?? false
    // Without a terminal event, a cold source ends after its last event.
    if supply == .hot { #expect(recorder.isDisposed == isOver, sourceLocation: sourceLocation) }
    checkEarlyTimers(supply, expected, sourceLocation)
    for stage in Set(input.map(\.key) + output.map(\.key) + [0]).sorted() {
      checkDisposal(supply, at: .milliseconds(stage), expected, sourceLocation)
      checkWithoutScheduler(supply, at: .milliseconds(stage), sourceLocation)
    }
  }

  /// Checks that each event still comes at its time.
  private func checkEarlyTimers(
    _ supply: TimedSupply, _ expected: [TimedEvent<Output, Fault>], _ sourceLocation: SourceLocation
  ) {
    let scheduler = TestScheduler()
    let early = EarlyTimers(of: scheduler, by: .milliseconds(1))
    let recorder = scheduler.record(apply(supply.source(input, scheduler), early))
    scheduler.advance(to: .milliseconds(200))
    #expect(recorder.events == expected, "with timers that come early", sourceLocation: sourceLocation)
  }

  private func checkDisposal(
    _ supply: TimedSupply, at stage: Duration, _ expected: [TimedEvent<Output, Fault>], _ sourceLocation: SourceLocation
  ) {
    let scheduler = TestScheduler()
    let population = Population()
    let recorder = { [member = population.member()] in
      scheduler.record(
        apply(supply.source(input, scheduler), scheduler).do { [member] _ in withExtendedLifetime(member) {} })
    }()
    scheduler.advance(to: stage)
    recorder.dispose()
    #expect(population.count == 0, "released at \(stage)", sourceLocation: sourceLocation)
    scheduler.advance(to: .milliseconds(200))
    #expect(recorder.events == expected.filter { $0.time <= stage }, sourceLocation: sourceLocation)
  }

  /// Checks that nothing is left when no handle is held and the scheduler is deallocated.
  private func checkWithoutScheduler(_ supply: TimedSupply, at stage: Duration, _ sourceLocation: SourceLocation) {
    let population = Population()
    do {
      let member = population.member()
      let scheduler = TestScheduler()
      apply(supply.source(input, scheduler), scheduler)
        .subscribe(onNext: { [member] _ in withExtendedLifetime(member) {} })
      scheduler.advance(to: stage)
    }
    #expect(population.count == 0, "without scheduler from \(stage)", sourceLocation: sourceLocation)
  }
}

extension SignalEvent {
  var isError: Bool { if case .error = self { true } else { false } }
}
