import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// What the documentation of `share`, `retry` and `repeat` says about their order.
@Suite("Multicast: share with retry and repeat")
struct ShareRetryTests {
  private let failing = Well { observer, start in
    observer.send(.value(start))
    observer.send(error: .first)
  }
  private let completing = Well { observer, start in
    observer.send(.value(start))
    observer.sendCompleted()
  }

  @Test("after share, the source is subscribed to once, and each attempt gets the replay and the end")
  func after() {
    #expect(Recorder(failing.signal.share().retry(3)).events == [1, .error(.first)])
    #expect(failing.starts.value == 1)
    #expect(Recorder(failing.signal.share(replay: 1).retry(2)).events == [2, 2, 2, .error(.first)])
    #expect(failing.starts.value == 2)
    #expect(Recorder(completing.signal.share().repeat(3)).events == [1, .completed])
    #expect(Recorder(completing.signal.share(replay: 1).repeat(3)).events == [2, 2, 2, .completed])
    #expect(completing.starts.value == 2)
  }

  @Test("before share, each attempt subscribes to the source, once for all subscribers")
  func before() {
    let (failed, completed) = (failing.signal.retry(2).share(), completing.signal.repeat(3).share())
    #expect(Recorder(failed).events == [1, 2, 3, .error(.first)])
    #expect(Recorder(completed).events == [1, 2, 3, .completed])
    #expect([Recorder(failed), Recorder(completed)].map(\.events) == [[.error(.first)], [.completed]])
    #expect([failing, completing].map(\.starts.value) == [3, 3])
  }

  @Test("with a delay")
  func delayed() {
    let scheduler = TestScheduler()
    let after = scheduler.record(failing.signal.share().retry(2, after: .seconds(1), on: scheduler))
    scheduler.run()
    #expect(after.events == [TimedEvent(.zero, 1), TimedEvent(.seconds(2), .error(.first))])
    #expect(failing.starts.value == 1)
    let before = scheduler.record(failing.signal.retry(1, after: .seconds(1), on: scheduler).share())
    scheduler.run()
    #expect(before.events.map(\.event) == [2, 3, .error(.first)])
  }

  @Test("without end and after share, attempt follows attempt until the subscription is disposed")
  func endless() {
    let (attempts, bag) = (Counter(), CompositeDisposable())
    failing.signal.share().do(onError: { _ in if attempts.increment() == 1000 { bag.dispose() } }).retry()
      .subscribe(into: bag, onNext: { _ in })
    #expect(attempts.value == 1000)
    #expect(failing.starts.value == 1)
  }
}
