import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import SubscriberWorkloads
import Switchboard
import SwitchboardLink
import Synchronization

/// What a dispatch costs its thread, on a bus without a link and on linked buses. Each bus has one local subscriber.
final class DispatchMeasurement: LinkMeasurement {
  private typealias Names = LinkNames

  private struct Subject {
    let candidate: String
    let bus: EventBus
    let link: BusLink?
  }

  private let job: LinkJob
  private let subjects: [Subject]
  private let statistics = AllocatorStatistics.checked().statistics
  private let handled = Counter()
  private static let batch = 1000

  init(_ job: LinkJob, _ engines: [(name: String, transport: any EventTransport)]) throws(FailedCheck) {
    self.job = job
    var subjects = [Subject(candidate: Names.bus, bus: EventBus(), link: nil)]
    for engine in engines {
      let bus = EventBus()
      let link = BusLink(bus, application: "dispatch", over: engine.transport)
      link.forward(Tick.self)
      try link.awaitReady()
      subjects.append(Subject(candidate: engine.name, bus: bus, link: link))
    }
    self.subjects = subjects
    for subject in subjects { subject.bus.subscribe(Tick.self) { [handled] _ in handled.add() } }
  }

  func measure(round: Int, into report: inout LinkReport) throws(FailedCheck) {
    let order = round % 2 == 0 ? subjects : subjects.reversed()
    for load in Names.dispatches {
      var times: [String: Double] = [:]
      for subject in order {
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
    for subject in order {
      let usage = statistics.measure { dispatchBatch(subject.bus) }
      report.note(Names.mallocs, subject.candidate, Double(usage.mallocs) / Double(Self.batch))
      try drain(subject)
    }
  }

  private func loaded(_ subject: Subject) throws(FailedCheck) -> Double {
    var times: [Double] = []
    for _ in 0..<job.batches {
      let begin = MonotonicClock.now()
      dispatchBatch(subject.bus)
      times.append(Double(MonotonicClock.now() - begin) / Double(Self.batch))
      try drain(subject)
    }
    return times.quantile(0.5)
  }

  private func isolated(_ subject: Subject) throws(FailedCheck) -> Double {
    let event = Tick()
    var times: [Double] = []
    for _ in 0..<job.dispatches {
      MonotonicClock.sleep(for: 1_000_000)
      let begin = MonotonicClock.now()
      subject.bus.dispatch(event)
      times.append(Double(MonotonicClock.now() - begin))
    }
    try drain(subject)
    return times.quantile(0.5)
  }

  @inline(never)
  private func dispatchBatch(_ bus: EventBus) {
    let event = Tick()
    for _ in 0..<Self.batch { bus.dispatch(event) }
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

extension [Double] {
  /// The value below which a share of the values lies. Not for an empty array.
  func quantile(_ share: Double) -> Double {
    let sorted = sorted()
    return sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
