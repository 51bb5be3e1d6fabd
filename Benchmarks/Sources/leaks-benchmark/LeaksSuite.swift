import BenchmarkCommand
import BenchmarkReport
import SubscriberWorkloads
import SwitchboardBroadcast
import SwitchboardScenarios

/// The suite `leaks`: memory must not grow where nothing leaks, and must grow where something leaks.
enum LeaksSuite {
  static var suite: Suite {
    Suite(
      LeaksNames.suite, workloads: workloads, candidates: storages + scenarios.map(candidate), sizes: cycles,
      isExactAcrossThreads: true, failures: { LeakVerdicts($0).broken }, countedCells: { _ in [] })
  }

  private static let cycles = Sizes(32, 64)

  private static let workloads = [
    Workload(
      LeaksNames.cycles, unit: LeaksNames.bytesPerCycle, sizes: Sizes(1, 2, 4, 8, 16, 32, 64),
      "1000 subscribers join one broadcaster, get a value and leave, n times: live bytes afterwards, per cycle."),
    Workload(
      LeaksNames.clean, unit: LeaksNames.bytesPerCycle,
      "A scenario without a leak runs n times: live bytes afterwards, per cycle."),
    Workload(
      LeaksNames.leaking, unit: LeaksNames.bytesPerCycle,
      "A scenario with a leak runs n times: live bytes afterwards, per cycle."),
    Workload(
      LeaksNames.capacity, unit: LeaksNames.bytes, sizes: Sizes(64),
      "Many subscribers join and leave n times: the increase of live bytes since before the first time."),
    // The size 512 is for leaking scenarios, and takes a minute: each cycle sends to all that leaked before.
    Workload(
      LeaksNames.threads, unit: LeaksNames.bytesPerCycle, sizes: Sizes(full: [512, 4096], quick: [4096]),
      """
      A scenario with threads, tasks or the main actor runs n times: live bytes afterwards, per cycle. The figures are \
      not exact, because threads have caches.
      """),
  ]

  private static var storages: [Candidate] {
    [
      Candidate("array", "subscribers in an array", [LeaksNames.cycles: Crowd.measurable(arrayCrowd)]),
      Candidate(
        "linked-list", "subscribers in a linked list", [LeaksNames.cycles: Crowd.measurable(listCrowd)]),
      Candidate("dense", "subscribers in a dense array", [LeaksNames.cycles: Crowd.measurable(denseCrowd)]),
    ]
  }

  /// All scenarios, those that use threads last. A thread that ends during another measurement would free its memory
  /// then.
  private static let scenarios = Scenario.catalogue.filter { !isThreaded($0) } + Scenario.catalogue.filter(isThreaded)

  private static func candidate(_ scenario: Scenario) -> Candidate {
    let measurement = GrowthMeasurement(scenario)
    var measurables: [String: Measurable] = [:]
    if isThreaded(scenario) {
      measurables[LeaksNames.threads] = measurement.growthOnThreads
    } else {
      let leaksOnce = capacities.contains(topic(scenario))
      if scenario.kind == .clean { measurables[LeaksNames.clean] = measurement.growth }
      if scenario.kind == .leaking, !leaksOnce { measurables[LeaksNames.leaking] = measurement.growth }
      if leaksOnce { measurables[LeaksNames.capacity] = measurement.level }
    }
    return Candidate(scenario.name, scenario.summary, measurables)
  }

  /// Returns the part of the name that both halves of a pair share.
  private static func topic(_ scenario: Scenario) -> String { String(scenario.name.drop { $0 != "/" }) }

  private static func isThreaded(_ scenario: Scenario) -> Bool {
    // The listed scenarios are not asynchronous, but use threads. A cancelled timer is released on the thread of its
    // queue. A scenario missing from the list shows as noise.
    scenario.rehearsal().isAsynchronous
      || ["/many-threads", "/other-thread", "/delay", "/timers"].contains(topic(scenario))
  }

  /// The topics whose leaking half leaks the same amount however often it runs, so that the leak cannot grow with the
  /// cycles. The scenario says this when it runs.
  private static let capacities = Set(
    Scenario.catalogue.filter { scenario in
      guard scenario.kind == .leaking, let leaks = try? scenario.rehearsedLeaks() else { return false }
      return !leaks.isEmpty && leaks.allSatisfy { $0.total != nil }
    }.map(topic))
}
