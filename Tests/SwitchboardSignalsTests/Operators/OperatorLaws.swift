import Switchboard
import SwitchboardTestSupport
import Testing

/// Laws that hold for every operator, whatever it does to values.
@Suite("Operators: laws")
struct OperatorLaws {
  @Test("every event passes, and nothing after the end", arguments: AnyOperator.all, Supply.allCases)
  func passes(operation: AnyOperator, supply: Supply) {
    for end in [Event<Int>.completed, .error(.second)] {
      let output = supply.output(of: [1, 2, end, 3, .completed, .error(.first)]) { operation($0) }
      #expect(output == [1, 2, end])
    }
  }

  @Test("each subscription starts the source once", arguments: AnyOperator.all)
  func cold(operation: AnyOperator) {
    let starts = Counter()
    let signal = operation(
      Signal { observer in
        observer.send(starts.increment())
        observer.sendCompleted()
        return nil
      })
    #expect(starts.value == 0)
    #expect(Recorder(signal).events == [1, .completed])
    #expect(Recorder(signal).events == [2, .completed])
  }

  @Test("disposed before the first value: no event, and the source is released", arguments: AnyOperator.all)
  func disposedBefore(operation: AnyOperator) {
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder(operation(subject.signal))
    #expect(subject.census.count == 1)
    recorder.dispose()
    #expect(recorder.isDisposed)
    #expect(subject.census.count == 0)
    for event: Event<Int> in [1, .completed] { subject.send(event) }
    #expect(recorder.events == [])
  }

  @Test("disposed between two values: only the first value, no terminal event", arguments: AnyOperator.all)
  func disposedBetween(operation: AnyOperator) {
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder(operation(subject.signal))
    subject.send(1)
    recorder.dispose()
    recorder.dispose()
    for event: Event<Int> in [2, .error(.first)] { subject.send(event) }
    #expect(recorder.events == [1])
    #expect(subject.census.count == 0)
  }

  @Test("disposed inside the handler: no further call", arguments: AnyOperator.all, Supply.allCases)
  func disposedInside(operation: AnyOperator, supply: Supply) {
    let recorder = Recorder<Int, Fault>()
    supply.play([1, 2, 3, .completed]) { source in
      recorder.subscribe(to: operation(source)) { [weak recorder] in if $0 == 2 { recorder?.dispose() } }
    }
    #expect(recorder.events == [1, 2])
    #expect(recorder.isDisposed)
  }

  @Test("disposed inside a terminal handler", arguments: AnyOperator.all)
  func disposedInsideEnd(operation: AnyOperator) {
    for end in [Event<Int>.completed, .error(.second)] {
      let recorder = Recorder<Int, Fault>()
      let subject = PublishSubject<Int, Fault>()
      recorder.subscribe(to: operation(subject.signal)) { [weak recorder] in if $0 == end { recorder?.dispose() } }
      for event in [1, end] { subject.send(event) }
      #expect(recorder.events == [1, end])
    }
  }

  @Test(
    "disposed inside the operator's closure: the handler is not called",
    arguments: AnyOperator.withClosure + AnyOperator.joiningWithClosure)
  func disposedInClosure(operation: AnyOperator) {
    for source in [.sending([1, 2, 3, .completed]), Signal(1...3), .endlessProducer, .endlessSequence] {
      let recorder = Recorder<Int, Fault>()
      recorder.subscribe(to: operation.apply(source) { [weak recorder] in if $0 == 2 { recorder?.dispose() } })
      #expect(recorder.events == [1])
    }
  }

  @Test(
    "a send from inside the operator's closure waits for its turn",
    arguments: AnyOperator.withClosure + AnyOperator.joiningWithClosure)
  func sendInClosure(operation: AnyOperator) {
    let subject = PublishSubject<Int, Fault>()
    let other = Recorder<Int, Fault>()
    let recorder = Recorder(
      operation.apply(subject.signal) { [weak subject] value in
        if value == 1 { for event: Event<Int> in [2, .completed, 3] { subject?.send(event) } }
      })
    other.subscribe(to: subject)
    subject.send(1)
    #expect(recorder.events == [1, 2, .completed])
    #expect(other.events == [1, 2, .completed])
  }

  @Test("a send from inside the handler waits for its turn", arguments: AnyOperator.all)
  func sendInHandler(operation: AnyOperator) {
    let subject = PublishSubject<Int, Fault>()
    let recorder = Recorder<Int, Fault>()
    recorder.subscribe(to: operation(subject.signal)) { [weak subject] event in
      guard event == 1 else { return }
      for event: Event<Int> in [2, 3, .error(.first), 4] { subject?.send(event) }
    }
    let after = Recorder(operation(subject.signal))
    subject.send(1)
    #expect(recorder.events == [1, 2, 3, .error(.first)])
    #expect(after.events == recorder.events)
  }

  @Test("a handler may subscribe and dispose other subscriptions", arguments: AnyOperator.all)
  func subscribeInHandler(operation: AnyOperator) {
    let subject = PublishSubject<Int, Fault>()
    let (first, doomed, late) = (Recorder<Int, Fault>(), Recorder<Int, Fault>(), Recorder<Int, Fault>())
    first.subscribe(to: operation(subject.signal)) { [weak subject, weak doomed] event in
      guard event == 1, let subject else { return }
      late.subscribe(to: operation(subject.signal))
      doomed?.dispose()
    }
    doomed.subscribe(to: operation(subject.signal))
    for event: Event<Int> in [1, 2, .completed] { subject.send(event) }
    #expect(first.events == [1, 2, .completed])
    #expect(doomed.events == [])
    #expect(late.events == [2, .completed])
    #expect(subject.census.count == 0)
  }

  @Test("take(5) ends an endless source", arguments: AnyOperator.all)
  func endless(operation: AnyOperator) {
    for source in [Signal.endlessProducer, .endlessSequence] {
      #expect(Recorder(operation(source).take(5)).events == [1, 2, 3, 4, 5, .completed])
      #expect(Recorder(operation(source.take(5))).events == [1, 2, 3, 4, 5, .completed])
    }
  }

  @Test("disposing the bag inside the handler ends an endless source", arguments: AnyOperator.all)
  func endlessInBag(operation: AnyOperator) {
    for source in [Signal.endlessProducer, .endlessSequence] {
      let recorder = Recorder<Int, Fault>()
      recorder.subscribe(to: operation(source)) { [weak recorder] in if $0 == 5 { recorder?.dispose() } }
      #expect(recorder.events == [1, 2, 3, 4, 5])
      #expect(recorder.bag.count == 0)
    }
  }

  @Test("with a disposed bag the source is never started", arguments: AnyOperator.all)
  func disposedBag(operation: AnyOperator) {
    let starts = Counter()
    let recorder = Recorder<Int, Fault>()
    recorder.dispose()
    recorder.subscribe(to: operation(Signal.never().do(onSubscribe: { starts.increment() })))
    #expect(starts.value == 0)
    #expect(recorder.isDisposed)
  }
}
