import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Operators: retry(when:)")
struct RetryWhenTests {
  @Test(
    "a trigger decides about each attempt",
    arguments: [
      Script("no error, no trigger", [(0, 1), (1, 5), (0, .completed)], [.value("1"), .completed]),
      Script("fails while the source runs", [(0, 1), (1, .error(.second)), (0, 2)], [.value("1"), .error(.second)]),
      Script("completes while the source runs", [(0, 1), (1, .completed), (0, 2)], [.value("1"), .completed]),
      Script("an error waits", [(0, 1), (0, .error(.first))], [.value("1")]),
      Script(
        "the trigger completes and ends the retries", [(0, 1), (0, .error(.first)), (1, .completed)],
        [.value("1"), .completed]),
      Script("the trigger fails", [(0, .error(.first)), (1, .error(.second))], [.error(.second)]),
      Script("the retry subscribes to a source that has ended", [(0, .error(.first)), (1, 0)], []),
    ])
  func scripts(script: Script) {
    script.check { sources in
      sources[0].retry(when: { _ in sources[1] }).map { "\($0)" }
    }
  }

  @Test("each value of the trigger after an error is one attempt; values in between do nothing")
  func attempts() {
    let starts = Counter()
    let source = PublishSubject<Int, Fault>()
    let again = PublishSubject<Void, Fault>()
    let current = Guarded<PublishSubject<Int, Fault>>(source)
    let recorder = Recorder(
      Signal<Int, Fault>.deferred {
        starts.increment()
        return current.current.signal
      }.retry(when: { _ in again }))
    again.send(())
    #expect(starts.value == 1)
    source.send(1)
    current.set(PublishSubject())
    source.send(error: .first)
    #expect(starts.value == 1)
    again.send(())
    again.send(())
    #expect(starts.value == 2)
    current.current.send(2)
    current.current.sendCompleted()
    #expect(recorder.events == [1, 2, .completed])
    #expect(again.census.count == 0)
  }

  @Test("a hundred thousand failures inside the subscription do not grow the stack")
  func recursion() {
    let starts = Counter()
    let failing = Signal<Int, Fault> { observer in
      observer.send(starts.increment())
      observer.send(error: .first)
      return nil
    }
    let last = Guarded(0)
    failing.retry(when: { $0.take(100_000).setFailureType(to: Fault.self) }).subscribe(onNext: { last.set($0) })
    #expect(last.current == 100_000)
    #expect(starts.value == 100_000)
  }

  @Test("with growing delays, in virtual time")
  func delays() {
    let scheduler = TestScheduler()
    let starts = Counter()
    let failing = Signal<Int, Fault> { observer in
      observer.send(starts.increment())
      observer.send(error: .first)
      return nil
    }
    let recorder = scheduler.record(
      failing.retry(when: { errors in
        errors.enumerated().setFailureType(to: Fault.self).flatMap(.concat) { index, error in
          index == 3 ? .fail(error) : .timer(after: .seconds(1 << index), on: scheduler)
        }
      }))
    scheduler.run()
    #expect(
      recorder.events == [
        TimedEvent(.zero, 1), TimedEvent(.seconds(1), 2), TimedEvent(.seconds(3), 3), TimedEvent(.seconds(7), 4),
        TimedEvent(.seconds(7), .error(.first)),
      ])
  }

  @Test(
    "a deallocated trigger ends the signal: immediately while it waits, otherwise at the next error",
    arguments: [false, true])
  func death(waits: Bool) {
    let source = PublishSubject<Int, Fault>()
    let trigger = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let recorder = Recorder(source.retry(when: { _ in trigger.current!.signal }))
    if waits { source.send(error: .first) }
    #expect(!recorder.isDisposed)
    trigger.set(nil)
    #expect(recorder.isDisposed == waits)
    source.send(1)
    source.send(error: .first)
    #expect(recorder.isDisposed)
    #expect(recorder.events == (waits ? [] : [1]))
  }

  @Test("disposed while it waits, the operator keeps nothing")
  func disposal() {
    let population = Population()
    let recorder = { [member = population.member()] in
      Recorder(
        Signal<Int, Fault>.fail(.first).retry(when: { errors in
          errors.skip(1).setFailureType(to: Fault.self)
        }).do { [member] _ in withExtendedLifetime(member) {} })
    }()
    #expect(population.count == 1)
    recorder.dispose()
    #expect(population.count == 0)
  }
}
