import BenchmarkHarness
import Foundation
import SubscriberWorkloads
import Switchboard
import Synchronization

/// Two threads that send values through subjects with 10 subscribers each, until they are told to stop. Each thread has
/// subjects of its own, which it made, so that the threads do not wait for each other.
final class Senders: Sendable {
  static let registries = 10_000
  static let subscribers = 10
  static let threads = 2
  /// The values that both threads together offer in a second.
  static let offered = 1_000_000

  /// Which subjects get the values.
  enum Route: String, Codable {
    /// Eight subjects of each thread; all others are idle.
    case hot
    /// All subjects, one after the other.
    case all
  }

  /// What the threads did in a time.
  struct Work {
    /// When it was read.
    var time: UInt64
    var sends: Int
    /// The processor time of the sends, without that of the pauses between them.
    var busy: UInt64

    static func - (after: Work, before: Work) -> Work {
      Work(time: after.time - before.time, sends: after.sends - before.sends, busy: after.busy - before.busy)
    }

    var nanosecondsPerSend: Double { Double(busy) / Double(max(sends, 1)) }
    /// Sends per millisecond of the clock.
    var rate: Double { Double(sends) / Double(max(time, 1)) * 1e6 }
  }

  /// The counts of one thread.
  private final class Counts: Sendable {
    let sends = Atomic<Int>(0)
    let busy = Atomic<UInt64>(0)
  }

  private static let batch = 500
  /// The time in which a thread sends one batch, if it sends no more than is offered.
  private static let step = UInt64(1_000_000_000 * threads * batch / offered)

  private let route: Route
  private let isPaced: Bool
  private let counts = (0..<Senders.threads).map { _ in Counts() }
  /// When the first batch is due. What is late at the begin of a measurement must not be made up for during it.
  private let begin = Atomic<UInt64>(MonotonicClock.now())
  private let isStopped = Atomic<Bool>(false)
  private let ready = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts the threads, and returns when all subjects have their subscribers.
  ///
  /// - Parameter isPaced: Whether the threads send what is offered, or as much as they can.
  init(_ route: Route, isPaced: Bool) {
    (self.route, self.isPaced) = (route, isPaced)
    for counts in counts { Thread.detachNewThread { self.run(counts) } }
    for _ in counts { ready.wait() }
    startAnew()
  }

  /// Drops what is late.
  func startAnew() { begin.store(MonotonicClock.now(), ordering: .relaxed) }

  var work: Work {
    Work(
      time: MonotonicClock.now(), sends: counts.reduce(0) { $0 + $1.sends.load(ordering: .relaxed) },
      busy: counts.reduce(0) { $0 + $1.busy.load(ordering: .relaxed) })
  }

  /// Ends the threads. The subjects remain.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    for _ in counts { ended.wait() }
  }

  private func run(_ counts: Counts) {
    let subjects = SubjectsOfThread(count: Self.registries / Self.threads)
    ready.signal()
    let used = route == .hot ? 8 : subjects.count
    var (begun, done, position) = (UInt64(0), UInt64(0), 0)
    while !isStopped.load(ordering: .relaxed) {
      if isPaced {
        let begin = begin.load(ordering: .relaxed)
        if begin != begun { (begun, done) = (begin, 0) }
        MonotonicClock.sleep(until: begun + done * Self.step)
        done += 1
      }
      let before = ThreadClock.own.now
      position = subjects.send(Self.batch, from: position, of: used)
      let busy = ThreadClock.own.now - before
      counts.busy.wrappingAdd(busy, ordering: .relaxed)
      counts.sends.wrappingAdd(Self.batch, ordering: .relaxed)
    }
    ended.signal()
  }
}

/// Subjects with subscribers, used by the thread that made them.
private struct SubjectsOfThread {
  typealias Subject = PublishSubject<Int, Never>

  let count: Int
  // Never freed. Unmanaged, because an array would add a retain to each send.
  private let subjects: UnsafeMutablePointer<Unmanaged<Subject>>

  init(count: Int) {
    self.count = count
    subjects = .allocate(capacity: count)
    let sink = Sink()
    for index in 0..<count {
      let subject = Subject()
      for number in 0..<Senders.subscribers { Self.subscribe(sink, number, to: subject) }
      (subjects + index).initialize(to: .passRetained(subject))
    }
  }

  @inline(never)
  private static func subscribe(_ sink: Sink, _ number: Int, to subject: Subject) {
    subject.subscribe { value in sink.hit(value &+ number) }
  }

  /// Sends values to one of the first `used` subjects after the other. Returns the next position.
  @inline(never)
  func send(_ count: Int, from position: Int, of used: Int) -> Int {
    var position = position
    for value in 0..<count {
      subjects[position]._withUnsafeGuaranteedRef { $0.send(value) }
      position = position + 1 == used ? 0 : position + 1
    }
    return position
  }
}
