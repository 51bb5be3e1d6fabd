import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import Switchboard
import SwitchboardLink
import Synchronization

/// What a dispatch costs its thread, on a bus without a link and on linked buses. Each bus has one local subscriber.
final class DispatchMeasurement: LinkMeasurement {
  private typealias Names = LinkNames

  private struct Subject {
    let candidate: String
    var link: BusLink?
    /// The loads that say something about this subject.
    var loads = Names.dispatches
    /// Does the work a number of times on this thread.
    let send: (Int) throws(FailedCheck) -> Void
  }

  private let job: LinkJob
  private let subjects: [Subject]
  private let statistics = AllocatorStatistics.checked().statistics
  private let sleeper = Sleeper()
  private static let batch = 1000

  /// - Parameter peer: Publishes a number of messages as a program in C; nil without NATS.
  init(
    _ job: LinkJob, _ engines: [(name: String, transport: any EventTransport)],
    peer: ((Int) throws(FailedCheck) -> Void)?
  ) throws(FailedCheck) {
    self.job = job
    let sleeper = sleeper
    var subjects = [Subject(candidate: Names.bus, send: Self.dispatches(EventBus()))]
    for engine in engines {
      let bus = EventBus()
      let link = BusLink(bus, application: "dispatch", over: engine.transport)
      link.forward(Tick.self)
      try link.awaitReady()
      subjects.append(Subject(candidate: engine.name, link: link, send: Self.dispatches(bus)))
    }
    subjects.append(Subject(candidate: Names.wake, loads: ["isolated"]) { _ in sleeper.wake() })
    if let peer { subjects.append(Subject(candidate: Names.peer, send: peer)) }
    self.subjects = subjects
  }

  /// Adds a subscriber to a bus. Returns what dispatches events.
  private static func dispatches(_ bus: EventBus) -> (Int) -> Void {
    let handled = Counter()
    bus.subscribe(Tick.self) { _ in handled.add() }
    let event = Tick()
    return { count in
      for _ in 0..<count { bus.dispatch(event) }
    }
  }

  func measure(round: Int, into report: inout LinkReport) throws(FailedCheck) {
    let order = round % 2 == 0 ? subjects : subjects.reversed()
    for load in Names.dispatches {
      var times: [String: Double] = [:]
      for subject in order where subject.loads.contains(load) {
        let time = load == "loaded" ? try loaded(subject) : try isolated(subject)
        times[subject.candidate] = time
        report.note(Names.dispatch(load), subject.candidate, time)
      }
      for subject in subjects where subject.link != nil {
        guard let time = times[subject.candidate], let bus = times[Names.bus] else { continue }
        report.note(Names.more(load), subject.candidate, time - bus)
      }
    }
    guard let statistics else { return }
    for subject in order where subject.candidate == Names.bus || subject.link != nil {
      // A dispatch does not throw.
      let usage = statistics.measure { try? subject.send(Self.batch) }
      report.note(Names.mallocs, subject.candidate, Double(usage.mallocs) / Double(Self.batch))
      try drain(subject)
    }
  }

  private func loaded(_ subject: Subject) throws(FailedCheck) -> Double {
    var times: [Double] = []
    for _ in 0..<job.batches {
      let begin = MonotonicClock.now()
      try subject.send(Self.batch)
      times.append(Double(MonotonicClock.now() - begin) / Double(Self.batch))
      try drain(subject)
    }
    return times.quantile(0.5)
  }

  private func isolated(_ subject: Subject) throws(FailedCheck) -> Double {
    var times: [Double] = []
    for _ in 0..<job.dispatches {
      MonotonicClock.sleep(for: 1_000_000)
      let begin = MonotonicClock.now()
      try subject.send(1)
      times.append(Double(MonotonicClock.now() - begin))
    }
    try drain(subject)
    return times.quantile(0.5)
  }

  /// Waits until the link has sent everything.
  private func drain(_ subject: Subject) throws(FailedCheck) {
    guard let link = subject.link else { return }
    for _ in 0..<50_000 {
      let census = link.census
      // The queue counts an event that is being sent only together with those that are not confirmed.
      if census.waiting == 0, census.unconfirmed == 0 { return }
      MonotonicClock.sleep(for: 100_000)
    }
    throw FailedCheck("a link does not send its events")
  }

  func end() throws(FailedCheck) {
    for subject in subjects { try subject.link?.end() }
  }
}

/// What the local subscribers do.
private final class Counter: Sendable {
  private let count = Atomic(0)
  func add() { count.add(1, ordering: .relaxed) }
}

/// A thread that sleeps until it is woken, and sleeps again. Who hands work to a sleeping thread pays for the wake.
private final class Sleeper: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  init() {
    let semaphore = semaphore
    Thread.detachNewThread {
      while true { semaphore.wait() }
    }
  }

  func wake() { semaphore.signal() }
}

extension [Double] {
  /// The value below which a share of the values lies. Not for an empty array.
  func quantile(_ share: Double) -> Double {
    let sorted = sorted()
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
