import Switchboard
import SwitchboardTestSupport
import Testing

/// Laws of how every operator ends: the order of what happens, and that nothing is left.
@Suite("Operators: how they end")
struct OperatorEndLaws {
  /// The ways in which a subscription can end.
  enum Way: CaseIterable, Sendable { case disposed, completed, failed, sourceDied }

  @Test("captures are released and the hooks run, once", arguments: AnyOperator.all, Way.allCases)
  func ends(operation: AnyOperator, way: Way) {
    let population = Population()
    let journal = Journal()
    let source = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let subscription = { () -> Subscription in
      let member = population.member()
      let (before, after) = (population.member(), population.member())
      let signal = source.current!.do(onDispose: { [before] in withExtendedLifetime(before) { journal.add("above") } })
      return operation.apply(signal) { [member] _ in withExtendedLifetime(member) {} }
        .do(onDispose: { [after] in withExtendedLifetime(after) { journal.add("below") } })
        .subscribe(
          onNext: { [member] _ in withExtendedLifetime(member) { journal.add("value") } },
          onError: { [member] _ in withExtendedLifetime(member) { journal.add("error") } },
          onCompleted: { [member] in withExtendedLifetime(member) { journal.add("completed") } })
    }()
    source.current?.send(1)
    #expect(population.count == 3)
    switch way {
    case .disposed: subscription.dispose()
    case .completed: source.current?.sendCompleted()
    case .failed: source.current?.send(error: .second)
    case .sourceDied: source.set(nil)
    }
    #expect(subscription.isDisposed)
    #expect(population.count == 0)
    // Both hooks have run before the terminal handler, in either order.
    #expect(journal.entries.dropFirst(1).prefix(2).sorted() == ["above", "below"])
    let terminal: [String] =
      switch way {
      case .disposed, .sourceDied: []
      case .completed: ["completed"]
      case .failed: ["error"]
      }
    #expect(journal.entries.first == "value")
    #expect(Array(journal.entries.dropFirst(3)) == terminal)
  }

  @Test("without a handle the subscription stays, and ends with its source", arguments: AnyOperator.all, Way.allCases)
  func handleDropped(operation: AnyOperator, way: Way) {
    let population = Population()
    let journal = Journal()
    let source = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let bag = CompositeDisposable()
    do {
      let member = population.member()
      operation(source.current!.signal).do(onDispose: journal.adding("disposed"))
        .subscribe(into: bag, onNext: { [member] value in withExtendedLifetime(member) { journal.add("\(value)") } })
    }
    for value in 1...2 { source.current?.send(value) }
    #expect(journal.entries == ["1", "2"])
    switch way {
    case .disposed: bag.dispose()
    case .completed: source.current?.sendCompleted()
    case .failed: source.current?.send(error: .second)
    case .sourceDied: source.set(nil)
    }
    #expect(journal.entries == ["1", "2", "disposed"])
    #expect(population.count == 0)
    #expect(bag.count == 0)
  }

  @Test(
    "the disposable that a producer returns is disposed once, in every way to end", arguments: AnyOperator.all,
    Way.allCases)
  func producer(operation: AnyOperator, way: Way) {
    let disposals = Counter()
    let held = Guarded<Observer<Int, Fault>?>(nil)
    let terminals = Guarded<[Int]>([])
    let subscription = operation(
      Signal { observer in
        held.set(observer)
        return ActionDisposable { disposals.increment() }
      }
    ).subscribe(
      onError: { _ in terminals.with { $0.append(disposals.value) } },
      onCompleted: { terminals.with { $0.append(disposals.value) } })
    held.current?.send(1)
    #expect(disposals.value == 0)
    switch way {
    case .disposed, .sourceDied: subscription.dispose()
    case .completed: held.current?.sendCompleted()
    case .failed: held.current?.send(error: .second)
    }
    #expect(disposals.value == 1)
    #expect(held.current?.isDisposed == true)
    held.current?.send(2)
    held.current?.sendCompleted()
    held.set(nil)
    subscription.dispose()
    #expect(disposals.value == 1)
    // The cleanup has run when the terminal handler is called.
    #expect(terminals.current == (way == .completed || way == .failed ? [1] : []))
  }

  @Test("a disposable returned after the end is disposed immediately, once", arguments: AnyOperator.all)
  func synchronous(operation: AnyOperator) {
    let disposals = Counter()
    let recorder = Recorder(
      operation(
        Signal { observer in
          observer.sendCompleted()
          return ActionDisposable { disposals.increment() }
        }))
    #expect(disposals.value == 1)
    #expect(recorder.events == [.completed])
    #expect(recorder.isDisposed)
  }

  @Test("after disposal inside the handler no terminal hook runs", arguments: AnyOperator.all)
  func hooks(operation: AnyOperator) {
    let sources: [Signal<Int, Fault>] = [
      .just(1), Signal(1...1), Signal { () throws(Fault) -> Int in 1 }, .endlessSequence.take(1),
      .sending([1, .completed]), .just(1).startWith(), .just(1).materialize().dematerialize(),
    ]
    for (index, source) in sources.enumerated() {
      let journal = Journal()
      let recorder = Recorder<Int, Fault>()
      let signal = operation(source.do(onCompleted: journal.adding("completed above")))
      recorder.subscribe(
        to: signal.do(onCompleted: journal.adding("completed"), onTerminal: journal.adding("finally"))
      ) { [weak recorder] _ in recorder?.dispose() }
      #expect(recorder.events == [1])
      #expect(journal.entries == [], "source \(index)")
    }
  }

  @Test("a chain without a source that could still send is freed with its last handle", arguments: AnyOperator.all)
  func nobodyLeft(operation: AnyOperator) {
    let population = Population()
    let journal = Journal()
    do {
      let member = population.member()
      // The producer releases its observer, so no event can ever come.
      operation(Signal { _ in ActionDisposable { withExtendedLifetime(member) { journal.add("disposed") } } })
        .subscribe()
    }
    #expect(journal.entries == ["disposed"])
    #expect(population.count == 0)
  }
}
