import AllocatorStatistics
import BenchmarkHarness
import SubscriberWorkloads

/// Work of one thread that shows how much of it has been done, for operations that are not a send to n subscribers.
protocol CheckedWork: AnyObject {
  /// - Parameter size: The n of the workload.
  init(size: Int)
  /// Does the operation `count` times, with the values from 0 on.
  func run(_ count: Int)
  /// The sum of what has arrived. Each value counts one more than it is, so that the value 0 counts too.
  var sum: Int { get }
  /// Returns what ``sum`` must be after runs of these numbers of operations. By default, each operation delivers its
  /// value once.
  static func sum(after runs: [Int], size: Int) -> Int
  /// The number of operations that belong together.
  static func granule(_ size: Int) -> Int
}

extension CheckedWork {
  static func sum(after runs: [Int], size: Int) -> Int { runs.reduce(0) { $0 + sumOfValues($1) } }
  static func granule(_ size: Int) -> Int { 1 }

  /// Returns the sum of `count` values from 0 on, each counted one more than it is.
  static func sumOfValues(_ count: Int) -> Int { count * (count + 1) / 2 }
}

extension Measurable {
  /// Creates a measurable for work that checks itself. Each process first checks that each operation has its effect
  /// exactly once.
  @inline(__always)
  init<Work: CheckedWork>(checked _: Work.Type) {
    /// The number of operations of a warm-up, of the memory figures and of the counted instructions.
    func steps(_ size: Int) -> Int { max(1024 / Work.granule(size), 1) * Work.granule(size) }

    func check(_ size: Int) throws(FailedCheck) {
      let work = Work(size: size)
      let runs = [3, 1, 2].map { $0 * steps(size) }
      for count in runs { work.run(count) }
      let expected = Work.sum(after: runs, size: size)
      if work.sum != expected {
        throw FailedCheck("not every value arrived once: the sum is \(work.sum), and must be \(expected)")
      }
    }

    self.init(
      cell: { name, _ in
        let granule = Work.granule(name.n)
        return Cell(name, granule: granule, minimum: max(256, granule)) {
          do throws(FailedCheck) { try check(name.n) } catch {
            let failure = error.description
            return { Sample(nanoseconds: 1, operations: $0, failure: failure) }
          }
          let work = Work(size: name.n)
          work.run(steps(name.n))
          return { count in
            let operations = max(count / granule, 1) * granule
            let began = MonotonicClock.now()
            work.run(operations)
            return Sample(nanoseconds: MonotonicClock.now() - began, operations: operations)
          }
        }
      },
      memory: { n, statistics throws(FailedCheck) in
        try check(n)
        let steps = steps(n)
        let work = Work(size: n)
        work.run(steps)
        let usage = statistics.measure { work.run(steps) }
        return MemoryFigures(
          mallocsPerOp: Double(usage.mallocs) / Double(steps), peakBytes: Double(usage.peakBytes))
      },
      region: { n in
        CallgrindRegion(operations: steps(n)) {
          let work = Work(size: n)
          CallgrindRegion.count(warmUp: { work.run(steps(n)) }, { work.run(steps(n)) })
        }
      })
  }
}
