import AllocatorStatistics
import BenchmarkCommand
import BenchmarkHarness
import SubscriberWorkloads
import Switchboard
import Synchronization

/// One object that several threads use at the same time.
protocol SharedWork: AnyObject, Sendable {
  /// The number of operations in each step.
  static var operations: Int { get }

  init()
  /// Does `count` steps. Called on each thread.
  func run(_ count: Int)
}

/// The object that a handler calls, which several threads may call at the same time.
final class SharedSink: Sendable {
  private let last = Atomic(0)

  /// Writes nothing, because threads that write to one place would measure that place.
  @inline(never) func hit(_ value: Int) { if value == .min { last.store(value, ordering: .relaxed) } }
}

/// The number of handlers of a shared object.
let sharedHandlers = 16

extension Measurable {
  /// Creates a measurable for the processor time of n threads that use one object at the same time; per operation.
  @inline(__always)
  init<Work: SharedWork>(onThreads _: Work.Type) {
    self.init(
      cell: { name, _ in
        Cell(name, minimum: 1 << 14) {
          { operations in
            let each = max(1, operations / (name.n * Work.operations))
            let outcome = Self.overlapping(Work.self, threads: name.n, each).outcome
            return Sample(nanoseconds: outcome.own, operations: each * name.n * Work.operations)
          }
        }
      },
      memory: { n, _ in
        let steps = (1 << 17) / Work.operations
        // One thread does the same number of steps in each run, so that its figure is exact. Several threads work for
        // 20 ms, beside which the start of a thread does not matter.
        let each = n == 1 ? steps : Self.steps(Work.self, threads: n, lasting: 20_000_000, atLeast: steps)
        let run = Self.overlapping(Work.self, threads: n, each, countsMallocs: true)
        // Threads that never met would show the mallocs of one thread. Threads that wait for each other do meet, but
        // do not fill two cores.
        guard n == 1 || run.outcome.overlaps(n, by: 0.6) else { return nil }
        return run.mallocs.map { MemoryFigures(mallocsPerOp: Double($0) / Double(each * n * Work.operations)) }
      })
  }

  /// Returns the number of steps of each thread that take about `nanoseconds`.
  @inline(__always)
  private static func steps<Work: SharedWork>(
    _: Work.Type, threads: Int, lasting nanoseconds: Double, atLeast least: Int
  ) -> Int {
    let count = 4096 / Work.operations
    let own = Double(max(overlapping(Work.self, threads: threads, count).outcome.own, 1))
    return max(least, Int(nanoseconds * Double(threads * count) / own))
  }

  /// A run of the work, and the mallocs of all threads; nil where no mallocs were counted.
  private typealias SharedRun = (outcome: ThreadGroup.Outcome, mallocs: Int?)

  /// Runs the work until the threads have run at the same time for most of it, at most five times. Threads that run one
  /// after the other, because another program has a core, do not get into each other's way.
  ///
  /// - Returns: The run in which the threads overlapped most.
  @inline(__always)
  private static func overlapping<Work: SharedWork>(
    _: Work.Type, threads: Int, _ count: Int, countsMallocs: Bool = false
  ) -> SharedRun {
    func run() -> SharedRun {
      let work = Work()
      let mallocs = Mallocs()
      let outcome = ThreadGroup(count: threads).run { _ in
        work.run(256)
        guard countsMallocs else { return { work.run(count) } }
        // The counters are those of the thread that makes them.
        let statistics = AllocatorStatistics.checked().statistics
        return { mallocs.add(statistics?.measure { work.run(count) }.mallocs) }
      }
      return (outcome, countsMallocs ? mallocs.sum : nil)
    }
    var best = run()
    var attempts = 1
    while !best.outcome.overlaps(threads), attempts < 5 {
      let next = run()
      if next.outcome.cores > best.outcome.cores { best = next }
      attempts += 1
    }
    return best
  }
}

extension ThreadGroup.Outcome {
  /// Whether this many threads ran at the same time for most of the work, or for another share.
  fileprivate func overlaps(_ threads: Int, by share: Double = 0.8) -> Bool { cores >= share * Double(threads) }
}

/// The mallocs of several threads. Nil if one of the threads could not count.
private final class Mallocs: Sendable {
  private let total = Mutex<Int?>(0)

  var sum: Int? { total.withLock { $0 } }
  func add(_ mallocs: Int?) {
    total.withLock { total in
      if let sum = total, let mallocs { total = sum + mallocs } else { total = nil }
    }
  }
}

// MARK: - Switchboard

final class SharedSubject: SharedWork {
  static let operations = sharedHandlers
  private let subject = PublishSubject<Int, Never>()

  init() {
    for number in 0..<sharedHandlers {
      let sink = SharedSink()
      subject.subscribe { v in sink.hit(v &+ number) }
    }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { send(value) } }
  @inline(never) private func send(_ value: Int) { subject.send(value) }
}

/// A subject with one subscriber, so that sending costs more than delivering.
final class SharedSubjectToOne: SharedWork {
  static let operations = 1
  private let subject = PublishSubject<Int, Never>()

  init() {
    let sink = SharedSink()
    subject.subscribe { v in sink.hit(v) }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { send(value) } }
  @inline(never) private func send(_ value: Int) { subject.send(value) }
}

final class SharedSubjectChurn: SharedWork {
  static let operations = 1
  private let subject = PublishSubject<Int, Never>()
  private let sink = SharedSink()

  init() { for number in 0..<sharedHandlers { _ = subscribe(number) } }
  @inline(never) func run(_ count: Int) { for number in 0..<count { subscribe(number).dispose() } }
  @inline(never) private func subscribe(_ number: Int) -> Subscription {
    subject.subscribe { [sink] v in sink.hit(v &+ number) }
  }
}

final class SharedProperty: SharedWork {
  static let operations = 1
  private let property = Property(0)

  init() {
    let sink = SharedSink()
    property.changes.subscribe { v in sink.hit(v) }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { set(value) } }
  @inline(never) private func set(_ value: Int) { property.set(value) }
}

final class SharedBoard: SharedWork {
  static let operations = sharedHandlers
  private let board = BlackBoard()

  init() {
    for number in 0..<sharedHandlers {
      let sink = SharedSink()
      board.subscribe(.measured) { v in sink.hit(v &+ number) }
    }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { set(value) } }
  @inline(never) private func set(_ value: Int) { board.set(value, for: .measured) }
}

final class SharedBoardReads: SharedWork {
  static let operations = 1
  private let board = BlackBoard()
  private let sink = SharedSink()

  init() { board.set(1, for: .measured) }
  @inline(never) func run(_ count: Int) {
    var sum = 0
    for _ in 0..<count { sum &+= read() }
    sink.hit(sum)
  }
  @inline(never) private func read() -> Int { board[.measured] ?? 0 }
}

final class SharedBoardChurn: SharedWork {
  static let operations = 1
  private let board = BlackBoard()
  private let sink = SharedSink()

  init() { for number in 0..<sharedHandlers { _ = subscribe(number) } }
  @inline(never) func run(_ count: Int) { for number in 0..<count { subscribe(number).dispose() } }
  @inline(never) private func subscribe(_ number: Int) -> Subscription {
    board.subscribe(.measured) { [sink] v in sink.hit(v &+ number) }
  }
}

final class SharedBus: SharedWork {
  static let operations = sharedHandlers
  private let bus = EventBus()

  init() {
    for number in 0..<sharedHandlers {
      let sink = SharedSink()
      bus.subscribe(MeasuredEvent.self) { event in sink.hit(event.value &+ number) }
    }
  }
  @inline(never) func run(_ count: Int) { for value in 0..<count { dispatch(value) } }
  @inline(never) private func dispatch(_ value: Int) { bus.dispatch(MeasuredEvent(value: value)) }
}

final class SharedBusChurn: SharedWork {
  static let operations = 1
  private let bus = EventBus()
  private let sink = SharedSink()

  init() { for number in 0..<sharedHandlers { _ = subscribe(number) } }
  @inline(never) func run(_ count: Int) { for number in 0..<count { subscribe(number).dispose() } }
  @inline(never) private func subscribe(_ number: Int) -> Subscription {
    bus.subscribe(MeasuredEvent.self) { [sink] event in sink.hit(event.value &+ number) }
  }
}
