import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Signals: constructors")
struct ConstructorTests {
  struct Line: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let signal: Signal<Int, Fault>
    let output: [Event<Int>]
  }

  static let lines = [
    Line(testDescription: "just", signal: .just(1), output: [1, .completed]),
    Line(testDescription: "empty", signal: .empty(), output: [.completed]),
    Line(testDescription: "fail", signal: .fail(.first), output: [.error(.first)]),
    Line(testDescription: "never", signal: .never(), output: []),
    Line(testDescription: "deferred", signal: .deferred { Signal.just(1) }, output: [1, .completed]),
    Line(testDescription: "sequence", signal: Signal([1, 2]), output: [1, 2, .completed]),
    Line(testDescription: "empty sequence", signal: Signal([]), output: [.completed]),
    Line(
      testDescription: "catching a value", signal: Signal { () throws(Fault) -> Int in 1 }, output: [1, .completed]),
    Line(
      testDescription: "catching an error", signal: Signal { () throws(Fault) -> Int in throw .second },
      output: [.error(.second)]),
    Line(
      testDescription: "producer without an end", signal: .sending([1, 2], keepsObserver: true), output: [1, 2]),
    Line(
      testDescription: "producer that continues after the end", signal: .sending([1, .error(.first), 2, .completed]),
      output: [1, .error(.first)]),
    Line(
      testDescription: "eagerly", signal: .startEagerly { $0.playing([1, 2, .completed, 3]) },
      output: [1, 2, .completed]),
    Line(
      testDescription: "lazily", signal: .startLazily { $0.playing([1, .error(.first), 3]) },
      output: [1, .error(.first)]),
    Line(testDescription: "named", signal: Signal.just(1).named("one"), output: [1, .completed]),
  ]

  @Test("each subscriber gets the events of the constructor", arguments: lines)
  func sends(line: Line) {
    for _ in 0..<2 {
      let recorder = Recorder(line.signal)
      #expect(recorder.events == line.output)
      #expect(recorder.isDisposed == (line.output.last?.isTerminal ?? false))
      recorder.dispose()
    }
  }

  @Test("disposed at the first value, the constructors stop", arguments: lines.filter { $0.output.first == 1 })
  func stops(line: Line) {
    let recorder = Recorder<Int, Fault>()
    recorder.subscribe(to: line.signal) { [weak recorder] _ in recorder?.dispose() }
    #expect(recorder.events == [1])
  }

  @Test("deferred and throwing closures run for each subscription; disposed inside, they send nothing")
  func deferred() {
    let runs = Counter()
    let hooks = Counter()
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder<Int, Fault>()
    let dispose = { @Sendable [weak recorder] in if runs.increment() > 2 { recorder?.dispose() } }
    let signals: [Signal<Int, Fault>] = [
      .deferred {
        dispose()
        return subject
      },
      .deferred {
        dispose()
        return Signal<Int, Fault>.just(1).do(onSubscribe: { hooks.increment() })
      },
    ]
    #expect(runs.value == 0)
    for signal in signals { signal.subscribe() }
    #expect(runs.value == 2)
    #expect(hooks.value == 1)
    #expect(subject.census.count == 1)
    for signal in signals { recorder.subscribe(to: signal) }
    #expect(hooks.value == 1)
    #expect(subject.census.count == 1)
    #expect(recorder.events == [])
  }

  @Test("what a producer adds to its bag is disposed once, in order; what it adds later, immediately")
  func producerWithBag() {
    let (log, kept) = (Journal(), Guarded<CompositeDisposable?>(nil))
    let signal = Signal<Int, Fault> { observer, bag in
      bag.add(ActionDisposable(log.adding("first")))
      bag.add(ActionDisposable(log.adding("second")))
      // Without an observer, the subscription would end.
      bag.add(ActionDisposable { withExtendedLifetime(observer) {} })
      kept.set(bag)
      observer.send(1)
    }
    let recorder = Recorder(signal)
    #expect(recorder.events == [1])
    #expect(log.entries == [])
    recorder.dispose()
    recorder.dispose()
    #expect(log.entries == ["first", "second"])
    kept.current?.add(ActionDisposable(log.adding("late")))
    #expect(log.entries == ["first", "second", "late"])
  }

  @Test("a bag disposed inside recover's closure: the replacement is not subscribed to")
  func recoverDisposes() {
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder<Int, Fault>()
    recorder.subscribe(
      to: Signal<Int, Fault>.fail(.first).catch { [weak recorder] _ in
        recorder?.dispose()
        return subject.signal
      })
    #expect(subject.census.count == 0)
  }

  @Test("eagerly: the work starts once, immediately, for all subscribers, and continues without subscribers")
  func eagerly() {
    let runs = Counter()
    let held = Guarded<Observer<Int, Fault>?>(nil)
    let signal = Signal<Int, Fault>.startEagerly { observer in
      runs.increment()
      held.set(observer)
      observer.send(1)
      return nil
    }
    #expect(runs.value == 1)
    let first = Recorder(signal)
    held.current?.send(2)
    first.dispose()
    held.current?.send(3)
    held.current?.sendCompleted()
    #expect(first.events == [1, 2])
    #expect(Recorder(signal).events == [1, 2, 3, .completed])
    #expect(runs.value == 1)
  }

  @Test("lazily: the work starts once, at the first subscription, for all subscribers")
  func lazily() {
    let runs = Counter()
    let disposals = Counter()
    let held = Guarded<Observer<Int, Fault>?>(nil)
    let signal = Signal<Int, Fault>.startLazily { observer in
      observer.send(runs.increment())
      held.set(observer)
      return ActionDisposable { disposals.increment() }
    }
    #expect(runs.value == 0)
    let (first, second) = (Recorder(signal), Recorder(signal.map { 10 * $0 }))
    first.dispose()
    held.current?.send(2)
    #expect(disposals.value == 0)
    held.current?.send(error: .first)
    #expect(first.events == [1])
    #expect(second.events == [10, 20, .error(.first)])
    #expect(Recorder(signal).events == [1, 2, .error(.first)])
    #expect(runs.value == 1)
    #expect(disposals.value == 1)
  }

  @Test("take(5) ends the Fibonacci sequence")
  func fibonacci() {
    let fibonacci = Signal<Int, Never>(Fibonacci())
    #expect(Recorder(fibonacci.take(5)).events == [0, 1, 1, 2, 3, .completed])
  }
}

private struct Fibonacci: Sequence, IteratorProtocol, Sendable {
  var pair = (0, 1)

  mutating func next() -> Int? {
    defer { pair = (pair.1, pair.0 + pair.1) }
    return pair.0
  }
}

extension Observer {
  fileprivate func playing(_ events: [SignalEvent<Value, Failure>]) -> (any Disposable)? {
    play(events)
    return nil
  }
}
