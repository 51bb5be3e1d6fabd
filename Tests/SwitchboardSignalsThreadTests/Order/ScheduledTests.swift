import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

/// An operator between two sending threads and a queue.
private struct Hop: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether every value arrives, and the values of one sender arrive in order.
  let keepsAll: Bool
  let apply: @Sendable (Signal<Int, Never>, Scheduler) -> Signal<Int, Never>

  init(
    _ name: String, keepsAll: Bool = true,
    _ apply: @escaping @Sendable (Signal<Int, Never>, Scheduler) -> Signal<Int, Never>
  ) { (testDescription, self.keepsAll, self.apply) = (name, keepsAll, apply) }

  static let all = [
    Hop("deliver") { $0.deliver(on: $1) },
    Hop("deliver twice") { $0.deliver(on: $1).deliver(on: .queue(label: "second")) },
    Hop("start") { $0.start(on: $1) },
    Hop("delay") { $0.delay(.microseconds(50), on: $1) },
    Hop("delay of zero") { $0.delay(.zero, on: $1) },
    Hop("buffer") { $0.buffer(for: .microseconds(50), limit: 7, on: $1).flatMap(.concat) { Signal($0) } },
    Hop("window") { $0.window(for: .microseconds(50), limit: 7, on: $1).flatten(.concat) },
    Hop("debounce", keepsAll: false) { $0.debounce(.microseconds(20), on: $1) },
    Hop("throttle", keepsAll: false) { $0.throttle(.microseconds(20), on: $1) },
    Hop("sample", keepsAll: false) { $0.sample(every: .microseconds(20), on: $1) },
  ]
}

@Suite("R4, R6, R9 Operators with a scheduler: real queues, two senders, and a lock that handlers take")
struct ScheduledTests {
  @Test("One call at a time; every event that is not dropped on purpose arrives, in order", arguments: Hop.all)
  fileprivate func order(hop: Hop) throws {
    let subject = PublishSubject<Int, Never>()
    let scheduler = Scheduler.queue(label: "hop")
    let (overlap, received, lock) = (Overlap(), Guarded<[Int]>([]), NSRecursiveLock())
    let (subscribed, ended, ends) = (Gate(), Gate(), Counter())
    hop.apply(subject.signal, scheduler).subscribe(
      onNext: { value in overlap.around { lock.withLock { received.with { $0.append(value) } } } },
      onCompleted: {
        ends.increment()
        ended.open()
      })
    // Runs after the subscription of operators that subscribe on the queue.
    scheduler.schedule { subscribed.open() }
    try watched { subscribed.wait() }
    let (count, running) = (rounds(1000), Counter())
    try onThreads(
      (0..<2).map { sender in
        {
          for number in 0..<count {
            let value = sender * count + number
            if sender == 0 { subject.send(value) } else { lock.withLock { subject.send(value) } }
          }
          if running.increment() == 2 { subject.sendCompleted() }
        }
      })
    try watched { ended.wait() }
    #expect(ends.value == 1, "\(hop.testDescription): \(received.with { $0.count }), census \(subject.census)")
    #expect(overlap.count == 0)
    for sender in 0..<2 {
      let mine = received.with { $0 }.filter { $0 / count == sender }
      #expect(mine == mine.sorted())
      if hop.keepsAll { #expect(mine.count == count) }
    }
    #expect(subject.census.count == 0)
  }

  @Test(
    "Disposed by a third thread: no call begins after the queue has run empty, nothing is kept", arguments: Hop.all)
  fileprivate func disposal(hop: Hop) throws {
    let scheduler = Scheduler.queue(label: "hop")
    for round in 0..<rounds(200) {
      let subject = PublishSubject<Int, Never>()
      let (late, disposals, isOver) = (Counter(), Counter(), Guarded(false))
      let (bag, population) = (CompositeDisposable(), Population())
      do {
        let member = population.member()
        let signal = hop.apply(subject.signal, scheduler).do(onDispose: { disposals.increment() })
        signal.subscribe(into: bag) { [member] _ in
          withExtendedLifetime(member) {}
          if isOver.with({ $0 }) { late.increment() }
        }
      }
      try onThreads([
        { for value in 0..<20 { subject.send(value) } },
        { for value in 0..<20 { subject.send(value) } },
        {
          for _ in 0..<round % 7 { sched_yield() }
          bag.dispose()
        },
      ])
      let through = Gate()
      scheduler.schedule { through.open() }
      try watched { through.wait() }
      if hop.testDescription == "deliver twice" { continue }
      isOver.with { $0 = true }
      subject.send(1)
      let again = Gate()
      scheduler.schedule { again.open() }
      try watched { again.wait() }
      #expect(late.value == 0)
      #expect(disposals.value <= 1)
      #expect(subject.census.count == 0)
      #expect(population.count == 0)
    }
  }
}
