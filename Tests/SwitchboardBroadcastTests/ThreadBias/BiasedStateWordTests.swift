#if os(Linux) && (arch(x86_64) || arch(arm64))
  import Foundation
  import SwitchboardTestSupport
  import Synchronization
  import Testing

  @testable import SwitchboardBroadcast

  @Suite("The state word with thread bias")
  struct BiasedStateWordTests {
    @Test("the owner's announcement does not mislead the thread that holds the lock since a revocation")
    func announcementAfterRevocation() async {
      await #expect(processExitsWith: .success) {
        ThreadBiasTests.always()
        let word = BiasedStateWord(0, biased: true)
        // Without membarrier, no registry is ever biased.
        guard word.owner.load(ordering: .relaxed) == BiasedStateWord.fresh else { return }
        _ = word.acquire()
        var seen = word.held
        _ = word.release(&seen, to: word.walker(flags: 0))
        _ = word.acquire()
        seen = word.held
        _ = word.release(&seen, to: 0)

        try watched {
          // This thread revokes the bias and holds the shared lock.
          _ = word.acquire()
          // The owner checked that it still was the owner, was held up, and now announces that it takes its own lock.
          // Its next check will make it withdraw the announcement.
          word.local.store(StateWord.lock, ordering: .releasing)
          var seen = word.held
          while !word.release(&seen, to: 0) {}
          word.local.store(0, ordering: .releasing)
        }
        require(word.shared.bits.load(ordering: .relaxed) == 0, "the shared lock was not given back")
      }
    }

    @Test("is biased again some time after too many revocations")
    func budget() {
      let budget = RevocationBudget()
      let (burst, interval) = (RevocationBudget.burst, RevocationBudget.interval)
      // Returns how many revocations there are at a time until the budget is spent.
      func spend(at time: Int64) -> Int64 {
        var count: Int64 = 0
        while budget.allowsBias(at: time), count < 2 * burst {
          budget.spend(at: time)
          count += 1
        }
        return count
      }
      #expect(spend(at: 0) == burst)
      #expect(spend(at: burst / 4 * interval - 1) == 0)
      // The quarter that is there again, and no more.
      #expect(spend(at: burst / 4 * interval) == burst / 4)
      #expect(spend(at: 100 * burst * interval) == burst)
    }

    @Test("always biased if revocations are rarer than the budget refills")
    func seldom() {
      let budget = RevocationBudget()
      for number in 0..<(4 * RevocationBudget.burst) {
        budget.spend(at: number * RevocationBudget.interval)
        let isAllowed = budget.allowsBias(at: number * RevocationBudget.interval)
        #expect(isAllowed)
      }
    }

    /// A thread often gets the identity of a thread that has ended. ThreadSanitizer sees whether the new thread
    /// acquires what the earlier thread released: nothing else orders the two here.
    @Test("a thread with the identity of an ended thread sees what that thread did")
    func reusedIdentity() async {
      await #expect(processExitsWith: .success) {
        ThreadBiasTests.always()
        for _ in 0..<50 {
          let hub = Hub<Int>()
          let list = UnguardedList()
          hub.subscribe { list.entries.append($0) }
          for value in 0..<4 {
            let sent = RelaxedFlag()
            startThread {
              hub.send(value)
              sent.set()
            }
            while !sent.isSet { sched_yield() }
            // The thread has to end before the next thread can get its identity.
            for _ in 0..<100 { sched_yield() }
          }
          _ = hub.census
          require(list.entries.count == 4, "\(list.entries)")
        }
      }
    }
  }

  /// A flag that orders nothing but itself.
  private final class RelaxedFlag: Sendable {
    private let atomic = Atomic(false)

    var isSet: Bool { atomic.load(ordering: .relaxed) }
    func set() { atomic.store(true, ordering: .relaxed) }
  }

  private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread without the locks that Foundation takes, which would order the threads.
  private func startThread(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(ThreadBody(body)).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<ThreadBody>.fromOpaque(argument!).takeRetainedValue().run()
        return nil
      }, argument)
    require(result == 0, "no thread")
    pthread_detach(thread)
  }
#endif
