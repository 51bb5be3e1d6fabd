import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// A handler lets the scheduler run on which it was itself called.
@Suite("R6 R11 Schedulers: entered again")
struct ReenteredHopTests {
  enum Form: CaseIterable, Sendable { case deliver, subscribe, owner, bag, board }

  @Test(
    "events keep their order, and later events still come", arguments: Form.allCases, [[1], [1, 2], [1, 2, 1, 2]])
  func advances(form: Form, sent: [Int]) {
    let (subject, clock, owner) = (PublishSubject<Int, Never>(), TestScheduler(), Stranger())
    let (journal, bag) = (Journal(), CompositeDisposable())
    let receive: @Sendable (Int) -> Void = { [weak subject, weak clock] value in
      journal.add("\(value)")
      if value == 1 {
        subject?.send(3)
        clock?.advance()
      }
      journal.add("end of \(value)")
    }
    switch form {
    case .deliver: subject.deliver(on: clock).subscribe { receive($0) }
    case .subscribe: subject.subscribe(on: clock) { receive($0) }
    case .owner: subject.subscribe(owner: owner, on: clock) { receive($1) }
    case .bag: subject.subscribe(into: bag, on: clock) { receive($0) }
    case .board:
      let (board, key) = (BlackBoard(name: "hops"), BoardKey<Int>("number"))
      subject.subscribe { board.set($0, for: key) }
      board.subscribe(key, on: clock) { receive($0) }
    }
    for value in sent { subject.send(value) }
    clock.advance()
    subject.send(5)
    clock.advance()
    let expected = sent + sent.filter { $0 == 1 }.map { _ in 3 } + [5]
    #expect(journal.entries == expected.flatMap { ["\($0)", "end of \($0)"] })
    withExtendedLifetime(owner) {}
  }

  @Test("a disposal, and the end of the source, inside the turn")
  func ends() {
    for isDisposed in [true, false] {
      let (subject, clock, recorder) = (PublishSubject<Int, Fault>(), TestScheduler(), Recorder<Int, Fault>())
      recorder.subscribe(to: subject.deliver(on: clock)) { [weak subject, weak clock, weak recorder] event in
        guard event == 1 else { return }
        subject?.send(2)
        subject?.sendCompleted()
        if isDisposed { recorder?.dispose() }
        clock?.advance()
      }
      subject.send(1)
      clock.advance()
      #expect(recorder.events == (isDisposed ? [1] : [1, 2, .completed]))
      #expect(recorder.isDisposed)
    }
  }

  @Test("start(on:) subscribes once, also if the subscribing code lets the scheduler run")
  func start() {
    let (clock, starts) = (TestScheduler(), Counter())
    let signal = Signal<Int, Fault> { [weak clock] observer in
      starts.increment()
      clock?.advance()
      observer.send(1)
      observer.sendCompleted()
      return nil
    }
    let recorder = Recorder(signal.start(on: clock))
    clock.advance()
    #expect(starts.value == 1)
    #expect(recorder.events == [1, .completed])
  }
}
