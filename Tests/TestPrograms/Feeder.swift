#if Tracing
  import Foundation
  import Switchboard

  struct Failure: Error {}

  /// An object that watches prices while it is alive.
  final class Watcher {
    let lifetime = Lifetime()
  }

  /// The work of one thread.
  struct Feeder {
    private let shared: SharedSubjects
    private let tally: Tally
    private let echo = PublishSubject<Int, Never>(name: "echo")
    private let state = BehaviorSubject<Int, Never>(0, name: "state")

    init(_ shared: SharedSubjects, _ tally: Tally) {
      (self.shared, self.tally) = (shared, tally)
    }

    /// Returns how often a feeder sends news.
    static func news(in rounds: Int) -> Int { (rounds + 255) / 256 }

    func feed(_ rounds: Int) {
      let thread = ObjectIdentifier(Thread.current)
      echo.subscribe { [tally, weak echo] value in
        tally.deliver.add()
        guard value > 0, let echo else { return }
        tally.queue.add()
        tally.send.add()
        echo.send(-value)
      }
      tally.subscribed()
      for round in 0..<rounds {
        tally.send.add()
        shared.prices.send(thread)
        tally.send.add()
        echo.send(1)
        if round.isMultiple(of: 8) { watch(thread) }
        if round.isMultiple(of: 16) { join(round) }
        if round.isMultiple(of: 32) { failOnce() }
        if round.isMultiple(of: 256) {
          tally.send.add()
          shared.news.send(thread)
        }
      }
      tally.disposed()
      tally.close.add(2)
    }

    /// Makes a subscription that ends with its owner.
    private func watch(_ thread: ObjectIdentifier) {
      let watcher = Watcher()
      watcher.lifetime.add(shared.prices.subscribe { [tally] _ in tally.deliver.add() })
      tally.subscribed()
      tally.send.add()
      shared.prices.send(thread)
      tally.ownerDeinit.add()
      tally.disposed()
    }

    /// Makes a subscription that gets the current value by replay.
    private func join(_ round: Int) {
      tally.scope.add()
      withTraceScope("join") {
        tally.send.add()
        state.send(round)
        let newcomer = state.subscribe { [tally] _ in tally.deliver.add() }
        tally.subscribed()
        tally.replay.add()
        newcomer.dispose()
        tally.disposed()
      }
    }

    private func failOnce() {
      let job = PublishSubject<Int, Failure>(name: "job")
      job.subscribe(onNext: { [tally] _ in tally.deliver.add() }, onError: { [tally] _ in tally.deliver.add() })
      tally.subscribed()
      tally.send.add(2)
      job.send(1)
      job.send(error: Failure())
      tally.disposed()
      tally.close.add()
    }
  }
#endif
