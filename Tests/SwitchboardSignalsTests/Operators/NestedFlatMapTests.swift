import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// A `flatMap` that is an inner signal of another: once it only passes on, it leaves.
@Suite("flatMap: in a flatMap")
struct NestedFlatMapTests {
  /// Without the leaving, a tenth of this number ends the stack.
  static let levels = isDebugBuild ? 2_000 : 20_000
  static let strategies: [FlattenStrategy] = [.merge, .merge(2), .concat, .latest, .first]

  /// The sources of a function that calls itself, one at a time.
  private final class Polls: Sendable {
    let population = Population()
    let strategies: [FlattenStrategy]
    private let level = Counter()
    private let source = Guarded<PublishSubject<Int, Fault>?>(nil)

    init(_ strategies: [FlattenStrategy]) { self.strategies = strategies }

    /// Sends 0 to go one level down, and another number to the subscriber.
    func poll() -> Signal<Int, Fault> {
      let strategy = strategies[level.increment() % strategies.count]
      let later = Signal<Int, Fault>.deferred { [source] in
        let subject = PublishSubject<Int, Fault>()
        source.set(subject)
        return subject
      }
      return later.take(1).flatMap(strategy) { [weak self, member = population.member()] value -> Signal<Int, Fault> in
        withExtendedLifetime(member) {}
        return value == 0 ? self?.poll() ?? .empty() : .just(value)
      }
    }

    func send(_ event: Event<Int>) { source.current?.send(event) }
    func drop() { source.set(nil) }
  }

  enum Way: CaseIterable, Sendable { case value, completed, failed, disposed, lost, released }

  @Test(
    "a function that calls itself is as deep after 20,000 levels as after two, and keeps as much",
    arguments: strategies.map { [$0] } + [strategies], Way.allCases)
  func recursion(strategies: [FlattenStrategy], way: Way) {
    let polls = Polls(strategies)
    let recorder = Recorder<Int, Fault>()
    let most = Guarded(0)
    onSmallStack {
      recorder.subscribe(to: polls.poll())
      for _ in 0..<Self.levels {
        polls.send(0)
        most.with { $0 = max($0, polls.population.count) }
      }
      switch way {
      case .value: polls.send(7)
      case .completed: polls.send(.completed)
      case .failed: polls.send(.error(.first))
      case .disposed: recorder.dispose()
      case .lost: polls.drop()
      case .released:
        recorder.drop()
        recorder.bag.dispose()
      }
      polls.drop()
    }
    #expect(most.current <= 3)
    #expect(polls.population.count == 0)
    let expected: [Event<Int>] =
      switch way {
      case .value: [7, .completed]
      case .completed: [.completed]
      case .failed: [.error(.first)]
      case .disposed, .lost, .released: []
      }
    #expect(recorder.events == expected)
    #expect(way == .released || recorder.isDisposed)
  }

  @Test("with a timer, through concat, deferred and catch, and with a name", arguments: 0..<4)
  func forms(form: Int) {
    let (recorder, count) = (Recorder<Int, Fault>(), Counter())
    @Sendable func poll(_ scheduler: TestScheduler) -> Signal<Int, Fault> {
      let number = count.increment()
      if number > Self.levels { return .just(number) }
      let later = Signal<Int, Fault>.timer(after: .seconds(1), on: scheduler)
      return later.flatMap { [weak scheduler] _ -> Signal<Int, Fault> in
        guard let scheduler else { return .empty() }
        return switch form {
        case 0: poll(scheduler)
        case 1: Signal<Int, Fault>.just(-number).concat(poll(scheduler))
        case 2: .deferred { poll(scheduler) }
        default: Signal<Int, Fault>.fail(.first).catch { _ in poll(scheduler).named("poll") }
        }
      }
    }
    onSmallStack {
      let scheduler = TestScheduler()
      recorder.subscribe(to: poll(scheduler))
      scheduler.run()
    }
    #expect(recorder.events.last == .completed)
    #expect(recorder.events.count == (form == 1 ? Self.levels + 2 : 2))
  }

  @Test("a source that is lost releases the observer before it reports the loss, and still ends the subscription")
  func lossAfterTheObserver() {
    let (outer, first, second) = (
      PublishSubject<Int, Never>(), PublishSubject<Int, Never>(), PublishSubject<Int, Never>()
    )
    let last = Guarded<PublishSubject<Int, Never>?>(PublishSubject())
    let nested = outer.flatMap(.concat) { _ in
      first.flatMap { _ in second.flatMap { _ in last.current?.signal ?? .never() } }
    }
    .subscribe { _ in }
    outer.send(0)
    for source in [first, second] {
      source.send(0)
      source.sendCompleted()
    }
    #expect(!nested.isDisposed)
    last.set(nil)
    // The two flattenings inside have left, so only the loss can free the place of the outermost inner signal.
    #expect(nested.isDisposed)

    let source = Guarded<PublishSubject<Int, Never>?>(PublishSubject())
    last.set(PublishSubject())
    let limited = source.current?.flatMap(.merge(2)) { value in
      value == 0 ? Signal.never() : last.current?.signal ?? .never()
    }
    .subscribe { _ in }
    for value in 0...1 { source.current?.send(value) }
    source.set(nil)
    #expect(limited?.isDisposed == false)
    last.set(nil)
    // The silent inner signal keeps the subscription, but a lost one ends it: others may wait for its place.
    #expect(limited?.isDisposed == true)
  }

  @Test("R6 what waits in a flattening that leaves comes first")
  func waiting() {
    let (outer, middle, inner) = (
      PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>()
    )
    let (first, last) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
    let recorder = Recorder<Int, Fault>()
    let signal = outer.flatMap { _ in
      middle.flatMapLatest { $0 == 0 ? first.signal : inner.flatMap { _ in last.signal } }
    }
    recorder.subscribe(to: signal) { event in
      switch event {
      case 1:
        // The middle flattening delivers the value of a signal that has gone. It leaves when that is over.
        middle.send(1)
        middle.sendCompleted()
        inner.send(0)
        for value in [2, 3] { last.send(.value(value)) }
      case 2:
        // It has left, and still delivers. The inner flattening must not send around it.
        inner.sendCompleted()
        last.send(4)
      default: break
      }
    }
    outer.send(0)
    middle.send(0)
    first.send(1)
    last.send(5)
    for source in [last, outer] { source.sendCompleted() }
    #expect(recorder.events == [1, 2, 3, 4, 5, .completed])
  }

  /// A step of a random program: an event of one of the sources.
  private struct Program {
    static let depth = 3
    let strategies: [FlattenStrategy]
    let steps: [(source: Int, event: Event<Int>)]
    /// The numbers of the values whose handler makes the next steps.
    let reentrant: Set<Int>

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      strategies = (0..<Self.depth).map { _ in NestedFlatMapTests.strategies[random.below(5)] }
      steps = (0..<14).map { number in
        let kind = random.below(20)
        let event: Event<Int> = kind < 13 ? .value(number) : kind < 19 ? .completed : .error(.first)
        return (random.below(Self.depth + 1), event)
      }
      reentrant = Set((0..<3).map { _ in random.below(12) })
    }

    /// Plays the program. Returns what arrived, whether the subscription ended, and what is left after its disposal.
    func play(
      _ between: @escaping @Sendable (Signal<Int, Fault>) -> Signal<Int, Fault>
    ) -> (events: [Event<Int>], hasEnded: Bool, left: Int) {
      let sources = (0...Self.depth).map { _ in PublishSubject<Int, Fault>() }
      let strategies = strategies
      @Sendable func signal(_ level: Int) -> Signal<Int, Fault> {
        if level == Self.depth { return sources[level].signal }
        return sources[level].flatMap(strategies[level]) { _ in between(signal(level + 1)) }
      }
      let (next, heard) = (Counter(), Counter())
      let (steps, reentrant) = (steps, reentrant)
      @Sendable func step() {
        let number = next.increment() - 1
        if number < steps.count { sources[steps[number].source].send(steps[number].event) }
      }
      let recorder = Recorder<Int, Fault>()
      recorder.subscribe(to: signal(0)) { _ in
        if reentrant.contains(heard.increment()) { for _ in 0..<3 { step() } }
      }
      while next.value < steps.count { step() }
      let hasEnded = recorder.isDisposed
      recorder.dispose()
      return (recorder.events, hasEnded, sources.reduce(0) { $0 + $1.census.count })
    }
  }

  @Test("R6 random programs: the same as with an operator between the levels, which keeps every level")
  func random() {
    for seed in 0..<UInt64(rounds(8000)) {
      let program = Program(seed: seed)
      let (direct, separated) = (program.play { $0 }, program.play { $0.map { $0 } })
      #expect(direct.events == separated.events, "seed \(seed)")
      #expect(direct.hasEnded == separated.hasEnded, "seed \(seed)")
      #expect(direct.left == 0 && separated.left == 0, "seed \(seed)")
    }
  }
}
