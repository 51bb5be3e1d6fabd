import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Operators: retry with a back-off")
struct BackoffTests {
  /// Returns the delays before the second attempt and those after it, of a source that fails each time.
  private func delays(
    _ backoff: Backoff, attempts count: Int = 5, sending values: @escaping @Sendable (Int) -> [Int] = { _ in [] }
  ) -> [Duration] {
    let (scheduler, starts, times) = (TestScheduler(), Counter(), Guarded<[Duration]>([]))
    let failing = Signal<Int, Fault>.deferred { [times] in
      let attempt = starts.increment()
      times.set(times.current + [scheduler.now])
      return Signal(values(attempt)).setFailureType(to: Fault.self).concat(Signal<Int, Fault>.fail(.first))
    }
    let recorder = scheduler.record(failing.retry(count, backoff: backoff, on: scheduler).take(100).ignoreValues())
    scheduler.advance(by: .seconds(1_000_000))
    recorder.dispose()
    return zip(times.current.dropFirst(), times.current).map { $0 - $1 }
  }

  private func seconds(_ seconds: Double...) -> [Duration] { seconds.map { .seconds($0) } }

  @Test("a delay is a multiple of the delay before it, up to the limit")
  func factors() {
    #expect(delays(Backoff(first: .seconds(1))) == seconds(1, 2, 4, 8, 16))
    #expect(delays(Backoff(first: .seconds(1), limit: .seconds(5))) == seconds(1, 2, 4, 5, 5))
    #expect(delays(Backoff(first: .seconds(9), limit: .seconds(5))) == seconds(5, 5, 5, 5, 5))
    #expect(delays(Backoff(first: .seconds(8), factor: 0.5)) == seconds(8, 4, 2, 1, 0.5))
    #expect(delays(Backoff(first: .seconds(8), factor: 0)) == seconds(8, 0, 0, 0, 0))
    #expect(delays(Backoff(first: .seconds(-8))) == seconds(0, 0, 0, 0, 0))
    #expect(delays(Backoff(first: .seconds(1), limit: .seconds(-1)), attempts: 2) == seconds(0, 0))
    #expect(delays(Backoff(first: .seconds(1)), attempts: 0) == [])
    let day = Duration.seconds(86_400) + .nanoseconds(1)
    #expect(delays(Backoff(first: day, factor: 1, limit: .seconds(100_000)), attempts: 3) == [day, day, day])
  }

  @Test("jitter takes a part off each delay; runs with one seed are equal, and others differ")
  func jitter() {
    func some(_ jitter: Double, _ seed: UInt64?) -> [Duration] {
      delays(Backoff(first: .seconds(8), factor: 1, jitter: jitter, seed: seed), attempts: 50)
    }
    let half = some(0.5, 1)
    #expect(half.allSatisfy { (.seconds(4)...(.seconds(8))).contains($0) } && Set(half).count == 50)
    #expect(half.contains { $0 < .seconds(5) } && half.contains { $0 > .seconds(7) })
    #expect(half == some(0.5, 1) && half != some(0.5, 2))
    #expect(some(1, nil).contains { $0 < .seconds(2) } && some(1, nil) != some(1, nil))
    #expect(some(0, nil) == Array(repeating: .seconds(8), count: 50))
  }

  @Test("each subscription draws the delays of the seed from the beginning")
  func subscriptions() {
    let scheduler = TestScheduler()
    let backoff = Backoff(first: .seconds(1), jitter: 1, seed: 7)
    let signal = Signal<Int, Fault>.just(1).concat(.fail(.first)).retry(3, backoff: backoff, on: scheduler)
    let recorders = (0..<2).map { _ in scheduler.record(signal) }
    scheduler.run()
    #expect(recorders[0].events.count == 5 && recorders[0].events == recorders[1].events)
  }

  @Test("values restart delays and attempts if the back-off says so", arguments: [false, true])
  func restarts(restarts: Bool) {
    let backoff = Backoff(first: .seconds(1), restartsAfterValue: restarts)
    let found = delays(backoff, attempts: 3) { $0 == 3 ? [1] : [] }
    #expect(found == (restarts ? seconds(1, 2, 1, 2, 4) : seconds(1, 2, 4)))
  }

  @Test("an error that a handler of a value causes comes after the restart")
  func reentrancy() {
    let (scheduler, starts) = (TestScheduler(), Counter())
    let current = Guarded(PublishSubject<Int, Fault>())
    let source = Signal<Int, Fault>.deferred {
      starts.increment()
      current.set(PublishSubject())
      return current.current.signal
    }
    let backoff = Backoff(first: .seconds(1), restartsAfterValue: true)
    let subscription = source.retry(backoff: backoff, on: scheduler).subscribe { _ in
      current.current.send(error: .first)
    }
    for attempt in 1...4 {
      #expect(starts.value == attempt)
      current.current.send(1)
      scheduler.advance(by: .seconds(1))
    }
    subscription.dispose()
  }

  @Test("disposed while it waits, the operator keeps nothing and subscribes no more")
  func disposal() {
    let (scheduler, population, starts) = (TestScheduler(), Population(), Counter())
    let recorder = { [member = population.member()] in
      let failing = Signal<Int, Fault>.deferred {
        withExtendedLifetime(member) { _ = starts.increment() }
        return Signal<Int, Fault>.fail(.first)
      }
      return Recorder(failing.retry(backoff: Backoff(first: .seconds(1)), on: scheduler))
    }()
    #expect(population.count == 1)
    recorder.dispose()
    #expect(population.count == 0)
    scheduler.advance(by: .seconds(100))
    #expect(starts.value == 1)
  }

  @Test("a source that ends without an event ends the signal without one")
  func loss() {
    let scheduler = TestScheduler()
    let recorder = {
      Recorder(
        Signal<Int, Fault> { observer in
          observer.send(1)
          return nil
        }.retry(backoff: Backoff(first: .seconds(1)), on: scheduler))
    }()
    #expect(recorder.isDisposed)
    #expect(recorder.events == [1])
  }

  @Test("numbers without a meaning trap with a message")
  func traps() async {
    let factor = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff(first: .seconds(1), factor: .nan)
    }
    #expect(factor?.says("cannot multiply a delay") == true)
    let jitter = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Backoff(first: .seconds(1), jitter: 1.5)
    }
    #expect(jitter?.says("of a delay to chance") == true)
    let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().retry(-1, backoff: Backoff(first: .zero), on: .main)
    }
    #expect(count?.says("negative number of times") == true)
  }
}
