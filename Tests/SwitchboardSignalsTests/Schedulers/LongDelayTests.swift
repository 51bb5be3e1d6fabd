import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// Durations with which careless arithmetic overflows.
private let long: [Duration] = [
  .nanoseconds(Int64.max), .seconds(3_155_760_000), .seconds(Int64.max), Duration(attoseconds: .max),
]
private let negative: [Duration] = [.nanoseconds(Int64.min), .seconds(Int64.min), Duration(attoseconds: .min)]

/// A place that tasks run on.
private actor Place {}

/// The schedulers, each with a new queue if it has one.
private enum Kind: CaseIterable, Sendable {
  case immediate, main, queue, concurrentTarget, tasks, actor, virtual

  func callAsFunction(_ place: Place) -> Scheduler {
    switch self {
    case .immediate: .immediate
    case .main: .main
    case .queue: .queue(label: "test")
    case .concurrentTarget: .queue(label: "test", target: .global())
    case .tasks: .executor(globalConcurrentExecutor)
    case .actor: .isolated(to: place)
    case .virtual: TestScheduler()
    }
  }
}

/// The operators that take a time, on a source that sends 1, and has not ended.
private enum TimeOperator: CaseIterable, Sendable {
  case delay, debounce, throttle, timeoutAfter, timeoutBetween, buffer, window, sample, retry, backoff, `repeat`
  case interval, timer

  var isPeriodic: Bool { self == .sample || self == .interval }

  func callAsFunction(
    _ source: Signal<Int, Fault>, _ time: Duration, on scheduler: Scheduler
  ) -> Signal<Int, Fault> {
    switch self {
    case .delay: source.delay(time, on: scheduler)
    case .debounce: source.debounce(time, on: scheduler)
    case .throttle: source.throttle(time, on: scheduler)
    case .timeoutAfter: source.timeout(after: time, raising: .second, on: scheduler)
    case .timeoutBetween: source.timeout(between: time, raising: .second, on: scheduler)
    case .buffer: source.buffer(for: time, on: scheduler).map(\.count)
    case .window: source.window(for: time, on: scheduler).flatMap { $0.scan(0) { $0 + $1 } }
    case .sample: source.sample(every: time, on: scheduler)
    case .retry: source.take(1).concat(.fail(.first)).retry(after: time, on: scheduler)
    case .backoff:
      source.take(1).concat(.fail(.first)).retry(
        backoff: Backoff(first: time, factor: .greatestFiniteMagnitude, limit: time, jitter: 0.1), on: scheduler)
    case .repeat: source.take(1).repeat(after: time, on: scheduler)
    case .interval: source.merge(with: .interval(time, on: scheduler))
    case .timer: source.merge(with: .timer(after: time, on: scheduler))
    }
  }
}

@Suite("Schedulers: delays of any length")
struct LongDelayTests {
  @Test("work with a delay of any length waits, until it is disposed", arguments: Kind.allCases, long)
  private func waits(kind: Kind, delay: Duration) {
    let population = Population()
    let place = Place()
    let scheduler = kind(place)
    var work: [any Disposable] = []
    do {
      let member = population.member()
      let action: @Sendable () -> Void = { withExtendedLifetime(member) { _ = Issue.record("the delay has passed") } }
      work = [scheduler.schedule(after: delay, action), scheduler.schedule(after: delay, every: delay, action)]
    }
    #expect(!work[0].isDisposed)
    #expect(population.count == 1)
    for handle in work { handle.dispose() }
    #expect(population.count == 0)
  }

  @Test(
    "work repeats after an interval of any length, and turns follow after any delay", arguments: Kind.allCases, long)
  private func repeats(kind: Kind, interval: Duration) async {
    let place = Place()
    let scheduler = kind(place)
    let (runs, told) = AsyncStream.makeStream(of: Void.self)
    let work = [
      scheduler.schedule(after: .zero, every: interval) { told.yield() },
      scheduler.scheduleRecursively { again in
        again(interval)
        told.yield()
      },
    ]
    (scheduler as? TestScheduler)?.advance()
    var iterator = runs.makeAsyncIterator()
    for _ in work { _ = await iterator.next() }
    for handle in work { handle.dispose() }
  }

  @Test("a negative delay of any length counts as none", arguments: Kind.allCases, negative)
  private func negativeDelay(kind: Kind, delay: Duration) async {
    let place = Place()
    let scheduler = kind(place)
    let (runs, told) = AsyncStream.makeStream(of: Void.self)
    scheduler.schedule(after: delay) { told.yield() }
    let beat = scheduler.schedule(after: delay, every: .seconds(Int64.max)) { told.yield() }
    (scheduler as? TestScheduler)?.advance()
    var iterator = runs.makeAsyncIterator()
    for _ in 0..<2 { _ = await iterator.next() }
    beat.dispose()
  }

  @Test("operators take any time, on every scheduler", arguments: TimeOperator.allCases, Kind.allCases)
  private func operators(operation: TimeOperator, kind: Kind) {
    let place = Place()
    for time in operation.isPeriodic ? long : long + negative {
      let scheduler = kind(place)
      let subject = PublishSubject<Int, Fault>()
      let recorder = Recorder(operation(subject.signal, time, on: scheduler))
      subject.send(1)
      (scheduler as? TestScheduler)?.advance()
      subject.send(2)
      recorder.dispose()
    }
  }

  @Test("in virtual time, what waits for longer than a century comes after a century", arguments: long)
  func century(time: Duration) {
    let clock = TestScheduler()
    let century = Duration.seconds(3_155_760_000)
    let delayed = clock.record(Signal<Int, Never>.just(1).delay(time, on: clock))
    let beats = clock.record(Signal.interval(time, on: clock).take(2))
    let due = min(time, century)
    clock.advance(by: due - .nanoseconds(1))
    #expect(delayed.events.isEmpty && beats.events.isEmpty)
    clock.advance(by: .nanoseconds(1))
    #expect(delayed.events.first == TimedEvent(due, .value(1)))
    clock.advance(by: due)
    #expect(
      beats.events == [
        TimedEvent(due, .value(0)), TimedEvent(due * 2, .value(1)), TimedEvent(due * 2, .completed),
      ])
  }

  @Test("a virtual clock stops before its time has no description")
  func clockStops() {
    let clock = TestScheduler()
    for _ in 0..<40 { clock.advance(by: Duration(attoseconds: .max)) }
    let end = clock.now
    clock.advance(to: Duration(attoseconds: .max))
    clock.advance(by: Duration(attoseconds: .min))
    #expect(clock.now == end)
    let recorder = clock.record(clock.hotSignal([(Duration(attoseconds: .min), SignalEvent<Int, Fault>.value(1))]))
    clock.schedule(after: .seconds(Int64.max)) { Issue.record("the clock has passed its end") }
    clock.advance(by: .seconds(Int64.max))
    #expect(recorder.events == [TimedEvent(end, .value(1))])
    #expect("\(recorder.events[0])".hasSuffix("seconds: value(1)"))
  }
}
