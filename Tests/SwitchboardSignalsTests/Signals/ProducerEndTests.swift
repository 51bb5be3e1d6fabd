import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// A subscription lasts as long as its producer's observer, whatever else keeps the subscription.
@Suite("Producers: the end of the observer")
struct ProducerEndTests {
  /// What keeps the subscription.
  enum Keeper: CaseIterable, Sendable { case nothing, handle, bag, lifetime, owner }

  /// Subscribes to `signal`, and returns what keeps the subscription, and how many members that has.
  private func subscribe(
    to signal: Signal<Int, Fault>, _ keeper: Keeper, _ receive: @escaping @Sendable (Event<Int>) -> Void
  ) -> (kept: Any?, subscription: Subscription?, members: () -> Int) {
    let next: @Sendable (Int) -> Void = { receive(.value($0)) }
    let failed: @Sendable (Fault) -> Void = { receive(.error($0)) }
    let completed: @Sendable () -> Void = { receive(.completed) }
    switch keeper {
    case .nothing:
      signal.subscribe(onNext: next, onError: failed, onCompleted: completed)
      return (nil, nil, { 0 })
    case .handle:
      let subscription = signal.subscribe(onNext: next, onError: failed, onCompleted: completed)
      return (nil, subscription, { subscription.isDisposed ? 0 : 1 })
    case .bag:
      let bag = CompositeDisposable()
      let subscription = signal.subscribe(into: bag, onNext: next, onError: failed, onCompleted: completed)
      return (bag, subscription, { bag.count })
    case .lifetime:
      let player = Player()
      let subscription = signal.subscribe(
        owner: player, onNext: { next($1) }, onError: { failed($1) }, onCompleted: { _ in completed() })
      return (player, subscription, { player.lifetime.members.count })
    case .owner:
      let stranger = Stranger()
      let subscription = signal.subscribe(
        owner: stranger, onNext: { next($1) }, onError: { failed($1) }, onCompleted: { _ in completed() })
      return (stranger, subscription, { subscription.isDisposed ? 0 : 1 })
    }
  }

  @Test("a producer that does not keep its observer leaves nothing in a bag, a thousand times")
  func thousand() {
    let (gone, bag) = (Counter(), CompositeDisposable())
    for _ in 0..<1000 {
      Signal<Int, Never> { _ in ActionDisposable { gone.increment() } }.subscribe(into: bag) { _ in }
    }
    #expect(bag.count == 0)
    #expect(gone.value == 1000)
    #expect(bag.capacity <= 16)
  }

  @Test(
    "when the observer is released, the subscription ends without an event, whatever keeps it",
    // An open window of time waits for its timer: see `AccompaniedProducerTests`.
    arguments: Keeper.allCases, AnyOperator.all.filter { $0.testDescription != "window of time" })
  func released(keeper: Keeper, operation: AnyOperator) {
    let (population, journal) = (Population(), Journal())
    let held = Guarded<Observer<Int, Fault>?>(nil)
    let (kept, subscription, members) = { [member = population.member()] in
      subscribe(
        to: operation(
          Signal { observer in
            held.set(observer)
            return ActionDisposable { journal.add("disposed") }
          }), keeper
      ) { [member] event in withExtendedLifetime(member) { journal.add("\(event)") } }
    }()
    held.current?.send(1)
    #expect(journal.entries == ["value(1)"])
    if keeper != .nothing { #expect(members() == 1) }
    held.set(nil)
    #expect(journal.entries == ["value(1)", "disposed"])
    #expect(subscription?.isDisposed != false)
    #expect(members() == 0)
    #expect(population.count == 0)
    withExtendedLifetime(kept) {}
  }

  @Test("a producer with a bag: the members of its bag are disposed when its observer is released")
  func producersBag() {
    let (journal, bag) = (Journal(), CompositeDisposable())
    Signal<Int, Never> { _, own in own.add(ActionDisposable(journal.adding("disposed"))) }
      .subscribe(into: bag) { _ in }
    #expect(journal.entries == ["disposed"])
    #expect(bag.count == 0)
  }

  @Test("an observer that a disposable captures lasts until the subscription is disposed")
  func captured() {
    let (journal, bag) = (Journal(), CompositeDisposable())
    Signal<Int, Never> { observer in
      ActionDisposable {
        observer.send(1)
        journal.add("disposed")
      }
    }.subscribe(into: bag, onNext: { journal.add("\($0)") })
    #expect(bag.count == 1)
    bag.dispose()
    #expect(journal.entries == ["disposed"])
  }

  @Test("an observer that a subscription feeds lasts as long as that subscription")
  func fed() {
    let (journal, bag) = (Journal(), CompositeDisposable())
    let source = Guarded<PublishSubject<Int, Never>?>(PublishSubject())
    Signal<Int, Never> { observer in source.current?.signal.subscribe(observer) }
      .do(onDispose: journal.adding("disposed")).subscribe(into: bag, onNext: { journal.add("\($0)") })
    source.current?.send(1)
    #expect(bag.count == 1)
    source.set(nil)
    #expect(journal.entries == ["1", "disposed"])
    #expect(bag.count == 0)
  }

  @Test("concatMap: the signals that wait are released when the running producer releases its observer")
  func waiting() {
    let (outer, bag, population) = (PublishSubject<Int, Never>(), CompositeDisposable(), Population())
    let held = Guarded<Observer<Int, Never>?>(nil)
    let subscription = outer.concatMap { [population] _ in
      let member = population.member()
      return Signal<Int, Never> { observer in
        held.set(observer)
        return ActionDisposable { withExtendedLifetime(member) {} }
      }
    }.subscribe(into: bag) { _ in }
    for value in 1...3 { outer.send(value) }
    #expect(population.count == 3)
    held.set(nil)
    #expect(population.count == 0)
    #expect(subscription.isDisposed)
    #expect(bag.count == 0)
    #expect(outer.census.count == 0)
  }

  @Test("a task that waits for a value is woken")
  func awaited() async {
    #expect(await Signal<Int, Never> { _ in nil }.first() == nil)
  }
}

/// A timer or a trigger can still send after a producer has released its observer. Then nothing is left.
@Suite("Producers: the end of the observer beside a timer or a trigger")
struct AccompaniedProducerTests {
  private static let second = Duration.seconds(1)

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let output: [Event<Int>]
    let apply: @Sendable (Signal<Int, Fault>, TestScheduler) -> Signal<Int, Fault>

    init(
      _ title: String, _ output: [Event<Int>],
      _ apply: @escaping @Sendable (Signal<Int, Fault>, TestScheduler) -> Signal<Int, Fault>
    ) {
      (testDescription, self.output, self.apply) = (title, output, apply)
    }
  }

  @Test(
    "what waits is sent at its time, and the subscription leaves its bag",
    arguments: [
      Case("delay", [1, 2]) { $0.delay(second, on: $1) },
      Case("debounce", [2]) { $0.debounce(second, on: $1) },
      Case("throttle", [1, 2]) { $0.throttle(second, on: $1) },
      Case("buffer", [3]) { $0.buffer(for: second, on: $1).map { $0.reduce(0, +) } },
      Case("window", [1, 2]) { $0.window(for: second, on: $1).flatten() },
      Case("timeout", [1, 2, .error(.second)]) { $0.timeout(after: second, raising: .second, on: $1) },
      Case("timeout between", [1, 2, .error(.second)]) { $0.timeout(between: second, raising: .second, on: $1) },
      Case("take(until:)", [1, 2, .completed]) { $0.take(until: Signal<Int, Never>.timer(after: second, on: $1)) },
      Case("sample", [2, .completed]) { $0.sample(Signal<Int, Fault>.timer(after: second, on: $1)) },
      Case("deliver(on:)", [1, 2]) { $0.deliver(on: $1) },
    ])
  func waiting(example: Case) {
    let scheduler = TestScheduler()
    let producer = Signal<Int, Fault> { observer in
      for value in 1...2 { observer.send(value) }
      return nil
    }
    let recorder = Recorder(example.apply(producer, scheduler))
    #expect(!recorder.isDisposed)
    scheduler.advance(by: .seconds(3))
    #expect(recorder.events == example.output)
    #expect(recorder.isDisposed)
    #expect(recorder.bag.count == 0)
  }

  @Test("a timer ends with its scheduler, although a bag keeps the subscription")
  func schedulerGone() {
    for signal in [
      { Signal<Int, Fault>.interval(.seconds(1), on: TestScheduler()) }(),
      { Signal<Int, Fault>.timer(after: .seconds(1), on: TestScheduler()) }(),
      { Signal<Int, Fault>.fail(.first).retry(after: .seconds(1), on: TestScheduler()) }(),
      { Signal<Int, Fault>.fail(.first).retry(backoff: Backoff(first: .seconds(1)), on: TestScheduler()) }(),
    ] {
      let recorder = Recorder(signal)
      #expect(recorder.isDisposed)
      #expect(recorder.bag.count == 0)
    }
  }
}
