import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

private final class Object: LifetimeOwner, Sendable { let lifetime = Lifetime() }

private actor Worker {}

@MainActor
private final class Model: LifetimeOwner {
  nonisolated let lifetime = Lifetime()

  func ways(
    _ signal: Signal<Int, Never>, _ subject: PublishSubject<Int, Never>, _ object: Object, _ bag: CompositeDisposable,
    _ actor: Worker, _ scheduler: Scheduler, _ observer: Observer<Int, Never>
  ) {
    signal.subscribe { value in }  // until disposal, or the end of the signal
    signal.subscribe(onNext: { _ in }, onError: { _ in }, onCompleted: {})
    signal.subscribeEvents { event in }  // one handler for values and the end
    signal.subscribe(owner: object) { object, value in }  // until the object is deallocated
    signal.subscribe(into: bag) { value in }  // in the bag before the first value
    signal.subscribe(on: MainActor.self) { value in }  // handlers on the main actor, in order
    signal.subscribe(owner: self, on: MainActor.self) { model, value in }  // the form for classes of the main actor
    signal.subscribe(on: actor) { actor, value in }  // handlers on an actor, until it ends
    signal.subscribe(into: bag, on: scheduler) { value in }  // handlers on a scheduler
    signal.subscribe(observer)  // into an observer or subject
    let waitable = subject.subscribeWaitable { value in }  // may be ended with disposeAndWait()
    #expect(!waitable.isDisposed)
  }
}

/// The examples of Switchboard.docc/Signals.md on subscriptions and schedulers, in the same words.
@Suite("Signals: the documentation's examples")
struct DocumentedSignals {
  @Test("each way to subscribe makes one subscription, which ends where the page says")
  @MainActor
  func subscribing() {
    let (subject, bag, worker) = (PublishSubject<Int, Never>(), CompositeDisposable(), Worker())
    let received = Guarded<[Int]>([])
    let observer = Observer<Int, Never>(onNext: { value in received.with { $0.append(value) } })
    var (model, object): (Model?, Object?) = (Model(), Object())
    model?.ways(subject.signal, subject, object!, bag, worker, .immediate, observer)
    #expect(subject.census.count == 11)
    subject.send(1)
    #expect(received.current == [1])
    object = nil
    #expect(subject.census.count == 10)
    model = nil
    #expect(subject.census.count == 9)
    bag.dispose()
    #expect(subject.census.count == 7)
    subject.sendCompleted()
    #expect(subject.census.count == 0)
    withExtendedLifetime(worker) {}
  }

  @Test("virtual time")
  func virtualTime() {
    var printed: [String] = []
    func print(_ value: some Any) { printed.append("\(value)") }

    let scheduler = TestScheduler()
    let typed = scheduler.hotSignal([(.seconds(1), SignalEvent<String, Never>.value("a"))])
    let recorder = scheduler.record(typed.debounce(.seconds(2), on: scheduler))
    scheduler.advance(by: .seconds(3))
    print(recorder.events)  // [3.0 seconds: value(a)]

    #expect(printed == ["[3.0 seconds: value(a)]"])
  }

  @Test("a signal that waits keeps the source that runs")
  func circle() {
    let show: @Sendable (Int) -> Void = { _ in }
    weak let kept: PublishSubject<Int, Never>?
    do {
      let (names, ticks) = (PublishSubject<Signal<Int, Never>, Never>(), PublishSubject<Int, Never>())
      kept = ticks
      names.concatMap { $0 }.subscribe { show($0) }
      for _ in 0..<2 { names.send(ticks.signal) }  // the first runs, the second waits
    }
    #expect(kept?.census.count == 1)
    kept?.sendCompleted()
    #expect(kept == nil)
  }

  @Test("an error ends the subscription, and reaches the handler for errors")
  func errors() {
    struct Fault: Error {}
    let printed = Guarded<[String]>([])
    @Sendable func print(_ value: some Any) { printed.with { $0.append("\(value)") } }
    let request = PublishSubject<Int, Fault>()

    request.subscribe(onNext: { print($0) }, onError: { print($0) })

    request.send(1)
    request.send(error: Fault())
    request.send(2)
    #expect(printed.current == ["1", "Fault()"])
    #expect(request.census.count == 0)
  }

  @Test("what waits on a scheduler is handled before a later piece of work")
  func lastPieceOfWork() async {
    let (numbers, scheduler) = (PublishSubject<Int, Never>(), Scheduler.queue(label: "worker"))
    let received = Guarded<[Int]>([])
    numbers.deliver(on: scheduler).subscribe { value in received.with { $0.append(value) } }
    for number in 0..<1000 { numbers.send(number) }

    await withCheckedContinuation { handled in scheduler.perform { handled.resume() } }

    #expect(received.current == Array(0..<1000))
  }
}
