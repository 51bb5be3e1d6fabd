import BenchmarkHarness
import Foundation
import Synchronization

/// Threads that do the same work at the same time. Each is timed by its own processor time, so the time that other
/// programs take does not count.
public struct ThreadGroup {
  /// The times of one round of work.
  public struct Outcome: Sendable {
    /// The processor time of all threads.
    public var own: UInt64 = 0
    /// The time from the first begin to the last end of a thread.
    public var passed: UInt64 = 0

    /// The number of threads that ran at the same time, on average.
    public var cores: Double { Double(own) / Double(max(passed, 1)) }
  }

  private final class Shared: Sendable {
    let waiting: Atomic<Int>
    let ended = DispatchSemaphore(value: 0)
    let times = Mutex<[(own: UInt64, began: UInt64, ended: UInt64)]>([])

    init(_ count: Int) { waiting = Atomic(count) }
  }

  public let count: Int

  public init(count: Int) { self.count = count }

  /// Calls `prepare` on each thread, and then the returned work. The work begins on all threads at the same time.
  ///
  /// - Parameter prepare: Receives the number of the thread. Not timed.
  public func run(_ prepare: @escaping @Sendable (_ thread: Int) -> () -> Void) -> Outcome {
    let shared = Shared(count)
    for index in 0..<count {
      Thread.detachNewThread {
        let work = prepare(index)
        shared.waiting.subtract(1, ordering: .sequentiallyConsistent)
        // Spins, because a sleeping thread would begin later than the others. Yields, because with one core the other
        // thread needs its turn.
        while shared.waiting.load(ordering: .acquiring) > 0 { sched_yield() }
        let began = MonotonicClock.now()
        let ownBegan = Self.ownTime()
        work()
        let own = Self.ownTime() - ownBegan
        let ended = MonotonicClock.now()
        shared.times.withLock { $0.append((own, began, ended)) }
        shared.ended.signal()
      }
    }
    for _ in 0..<count { shared.ended.wait() }
    return shared.times.withLock { times in
      Outcome(
        own: times.reduce(0) { $0 + $1.own },
        passed: (times.map(\.ended).max() ?? 0) - (times.map(\.began).min() ?? 0))
    }
  }

  /// Returns the processor time of this thread in nanoseconds.
  private static func ownTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
