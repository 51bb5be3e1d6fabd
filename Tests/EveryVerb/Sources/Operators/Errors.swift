import Switchboard
import SwitchboardTesting
import Synchronization

private struct Wrapped: Error { var fault: Fault }

/// Returns a signal that fails for the first `count` subscriptions. Later subscriptions get the number of the attempt.
private func failing(_ count: Int) -> Signal<Int, Fault> {
  let attempts = Log<Void>()
  return .deferred {
    attempts.add(())
    let number = attempts.entries.count
    return number > count ? Signal<Int, Fault>.just(number) : .fail(.broken)
  }
}

func errors() {
  let broken = Signal<Int, Fault>([1]).concat(Signal<Int, Fault>.fail(.broken))
  check(broken.catch { _ in Signal<Int, Never>.just(9) }, sends: "1 9 |", "catch continues with another signal")
  check(
    broken.catch { fault in Signal<Int, Wrapped>.fail(Wrapped(fault: fault)) }.map { $0 }.mapError(\.fault),
    sends: "1 Xbroken", "catch may fail with another error")
  check(broken.replaceError(with: 0), sends: "1 0 |", "replaceError sends a value instead")
  check(broken.mapError { Wrapped(fault: $0) }, sends: "1 XWrapped(fault: EveryVerb.Fault.broken)", "mapError")
  check(Signal<Int, Never>([1]).setFailureType(to: Fault.self), sends: "1 |", "setFailureType changes no event")
  check([1, 2, 3], gives: "1 2 Xlate", "attempt") {
    $0.attempt { number throws(Fault) in if number > 2 { throw .late } }
  }
  check([1, 2], gives: "1 2 |", "catch without an error") { $0.catch { _ in Signal<Int, Fault>.just(9) } }
  let subject = PublishSubject<Int, Fault>()
  let recorder = Recorder(subject.catch { _ in Signal<Int, Never>([8, 9]) })
  subject.send(1)
  subject.send(error: .late)
  check(recorder.text, is: "1 8 9 |", "catch of later events")
}

func repeating() {
  check(failing(2).retry(2), sends: "3 |", "retry subscribes again")
  check(failing(3).retry(2), sends: "Xbroken", "as often as it may")
  check(failing(5).retry(), sends: "6 |", "retry without a limit")
  check([1, 2], gives: "1 2 |", "retry of a signal that does not fail") { $0.retry(1) }
  check(Signal<Int, Fault>([1, 2]).repeat(3), sends: "1 2 1 2 1 2 |", "repeat subscribes again")
  check(Signal<Int, Fault>([1, 2]).repeat(0), sends: "|", "repeat zero times")
  check(Signal<Int, Fault>([1, 2]).repeat().take(5), sends: "1 2 1 2 1 |", "repeat without a limit, ended by take")
  let errors = Log<Fault>()
  let retried = failing(2).retry { faults in faults.do { errors.add($0) }.setFailureType(to: Fault.self) }
  check(retried, sends: "3 |", "retry(when:) subscribes again when the trigger sends a value")
  check(errors.entries, is: [.broken, .broken], "the trigger gets each error")
  let given = failing(2).retry { $0.take(1).setFailureType(to: Fault.self).concat(Signal<Fault, Fault>.fail(.late)) }
  check(given, sends: "Xlate", "retry(when:) fails with the error of the trigger")
}

func repeatingLater() {
  let scheduler = TestScheduler()
  let retried = scheduler.record(failing(2).retry(2, after: .seconds(1), on: scheduler))
  let endless = scheduler.record(failing(3).retry(after: .seconds(2), on: scheduler))
  let repeated = scheduler.record(Signal<Int, Fault>.just(1).repeat(3, after: .seconds(1), on: scheduler))
  let forever = scheduler.record(Signal<Int, Fault>.just(1).repeat(after: .seconds(3), on: scheduler).take(2))
  let backoff = Backoff(first: .seconds(1), factor: 3, limit: .seconds(4), jitter: 0, seed: 1, restartsAfterValue: true)
  let backedOff = scheduler.record(failing(3).retry(3, backoff: backoff, on: scheduler))
  scheduler.run()
  check(backedOff.events.first, is: .init(.seconds(8), .value(4)), "retry(backoff:) waits for 1, 3 and 4 seconds")
  check(retried.events, is: [.init(.seconds(2), .value(3)), .init(.seconds(2), .completed)], "retry(after:)")
  check(endless.events.first?.time, is: .seconds(6), "retry(after:) without a limit")
  check(
    repeated.events.map(\.description),
    is: [
      "0.0 seconds: value(1)", "1.0 seconds: value(1)", "2.0 seconds: value(1)", "2.0 seconds: completed",
    ], "repeat(after:)")
  check(forever.events.last?.time, is: .seconds(3), "repeat(after:) without a limit")
}
