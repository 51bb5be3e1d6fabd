import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Observers")
struct ObserverTests {
  /// The kinds of observers, each with a function that returns the events that came out of it.
  enum Target: CaseIterable, Sendable {
    case observer, publish, replay, behavior

    func callAsFunction() -> (any ObserverProtocol<Int, Fault>, @Sendable () -> [Event<Int>]) {
      let recorder = Recorder<Int, Fault>()
      switch self {
      case .observer:
        let events = Guarded<[Event<Int>]>([])
        let note = { @Sendable (event: Event<Int>) in events.with { $0.append(event) } }
        let observer = Observer<Int, Fault>(
          onNext: { note(.value($0)) }, onError: { note(.error($0)) }, onCompleted: { note(.completed) })
        return (observer, { events.current })
      case .publish:
        let subject = PublishSubject<Int, Fault>()
        return (subject, { [recorder = recorder.subscribe(to: subject)] in recorder.events })
      case .replay:
        let subject = ReplaySubject<Int, Fault>()
        return (subject, { [recorder = recorder.subscribe(to: subject)] in recorder.events })
      case .behavior:
        let subject = BehaviorSubject<Int, Fault>(0)
        return (subject, { [recorder = recorder.subscribe(to: subject)] in Array(recorder.events.dropFirst()) })
      }
    }
  }

  @Test("the first terminal event of several sources ends all sources", arguments: Target.allCases)
  func several(target: Target) {
    for end in [Event<Int>.completed, .error(.first)] {
      let (observer, events) = target()
      let sources = (0..<3).map { _ in PublishSubject<Int, Fault>() }
      let subscriptions = sources.map { $0.feed(observer) }
      for (number, source) in sources.enumerated() { source.send(number) }
      sources[1].send(end)
      for source in sources { source.play([9, .error(.second)]) }
      #expect(events() == [0, 1, 2, end])
      #expect(subscriptions.allSatisfy { $0.isDisposed })
      #expect(sources.allSatisfy { $0.census.count == 0 })
    }
  }

  @Test("a source attached after the end is ended immediately, and not started", arguments: Target.allCases)
  func attachedLate(target: Target) {
    let (observer, events) = target()
    observer.play([.completed])
    let starts = Counter()
    let subscription = Signal<Int, Fault>.just(1).do(onSubscribe: { starts.increment() }).feed(observer)
    #expect(subscription.isDisposed)
    #expect(starts.value == 0)
    #expect(events() == [.completed])
  }

  @Test("the observer's sources are disposed before it forwards the end", arguments: Target.allCases.dropFirst())
  func upstreamFirst(target: Target) {
    for end in [Event<Int>.completed, .error(.first)] {
      let journal = Journal()
      let subject = PublishSubject<Int, Fault>()
      let (middle, _) = target()
      Signal<Int, Fault>.never().do(onDispose: journal.adding("upstream")).feed(middle)
      let signal = middle as! any SignalProtocol<Int, Fault>
      _ = signal.record { if $0.isTerminal { journal.add("end") } }
      subject.feed(middle)
      subject.send(end)
      #expect(journal.entries == ["upstream", "end"])
    }
  }

  @Test("the observer's sources end when it is deallocated", arguments: Target.allCases)
  func dies(target: Target) {
    let disposals = Counter()
    do {
      let (observer, _) = target()
      let source = PublishSubject<Int, Fault>()
      source.do(onDispose: { disposals.increment() }).feed(observer)
      #expect(disposals.value == 0)
    }
    #expect(disposals.value == 1)
  }

  @Test("a source keeps the observer alive", arguments: Target.allCases)
  func keptAlive(target: Target) {
    let source = PublishSubject<Int, Fault>()
    let events = { () -> @Sendable () -> [Event<Int>] in
      let (observer, events) = target()
      source.feed(observer)
      return events
    }()
    source.play([1, .completed])
    #expect(events() == [1, .completed])
  }

  @Test("the disposal of one source leaves the other sources", arguments: Target.allCases)
  func oneDisposed(target: Target) {
    let (observer, events) = target()
    let (first, second) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
    first.feed(observer).dispose()
    second.feed(observer)
    first.play([1, .completed])
    second.play([2, .completed])
    #expect(events() == [2, .completed])
  }

  @Test("an observer's disposal ends its sources without an event, also from inside")
  func disposed() {
    for inside in [false, true] {
      let journal = Journal()
      let held = Guarded<Observer<Int, Fault>?>(nil)
      held.set(
        Observer(
          onNext: {
            journal.add("\($0)")
            if inside { held.current?.dispose() }
          }, onError: { _ in journal.add("error") }, onCompleted: journal.adding("completed")))
      let source = PublishSubject<Int, Fault>()
      let subscription = source.feed(held.current!)
      source.send(1)
      held.current?.dispose()
      #expect(held.current?.isDisposed == true)
      #expect(subscription.isDisposed)
      source.play([2, .completed])
      held.current?.play([3, .completed])
      #expect(journal.entries == ["1"])
      #expect(source.census.count == 0)
      held.set(nil)
    }
  }

  @Test("a send from inside an observer's handler waits for its turn")
  func reentrant() {
    let journal = Journal()
    let held = Guarded<Observer<Int, Never>?>(nil)
    held.set(
      Observer(
        onNext: { value in
          if value == 1 { held.current?.play([2, .completed, 3]) }
          journal.add("\(value)")
        }, onCompleted: journal.adding("completed")))
    held.current?.send(1)
    #expect(journal.entries == ["1", "2", "completed"])
    held.set(nil)
  }

  @Test("an observer in a bag ends with the bag, and the subscription that feeds the observer too")
  func inABag() {
    let (source, journal, bag) = (PublishSubject<Int, Never>(), Journal(), CompositeDisposable())
    let observer = Observer<Int, Never>(onNext: { journal.add("\($0)") })
    source.subscribe(observer)
    bag.add(observer)
    source.send(1)
    bag.dispose()
    source.send(2)
    #expect(journal.entries == ["1"])
    #expect(observer.isDisposed)
    #expect(source.census.count == 0)
  }
}

extension SignalProtocol where Value == Int, Failure == Fault {
  /// Subscribes an observer of any kind.
  @discardableResult
  fileprivate func feed(_ observer: any ObserverProtocol<Int, Fault>) -> Subscription { subscribe(observer) }
}
