import BenchmarkCommand
import BenchmarkReport
import SubscriberWorkloads
import SwitchboardBroadcast
import SwitchboardScenarios

/// Whether memory stays where nothing leaks, and grows where something does.
enum LeaksSuite {
  static var suite: Suite {
    Suite(
      LeaksNames.suite, workloads: workloads, candidates: storages + scenarios.map(candidate), sizes: cycles,
      failures: { LeakVerdicts($0).broken }, countedCells: { _ in [] })
  }

  private static let cycles = Sizes(full: [32, 64], quick: [32, 64])
  private static let ownSizes = [
    LeaksNames.cycles: Sizes(full: [1, 2, 4, 8, 16, 32, 64], quick: [1, 2, 4, 8, 16, 32, 64]),
    LeaksNames.capacity: Sizes(full: [64], quick: [64]),
    // 512 is for those that leak, of which a cycle sends to all that leaked before: a minute.
    LeaksNames.threads: Sizes(full: [512, 4096], quick: [4096]),
  ]

  private static var workloads: [Workload] {
    LeaksNames.workloads.map { Workload($0.name, sizes: ownSizes[$0.name], $0.sentence) }
  }

  private static var storages: [Candidate] {
    [
      Candidate("array", "subscribers in an array", [LeaksNames.cycles: Crowd<ArrayStorage>.measurable]),
      Candidate(
        "linked-list", "subscribers in a linked list", [LeaksNames.cycles: Crowd<LinkedListStorage>.measurable]),
      Candidate("dense", "subscribers in a dense array", [LeaksNames.cycles: Crowd<DenseStorage>.measurable]),
    ]
  }

  /// Those that use threads come last: a thread that ends while something else is measured frees what it had.
  private static let scenarios = Scenario.catalogue.filter { !isThreaded($0) } + Scenario.catalogue.filter(isThreaded)

  private static func candidate(_ scenario: Scenario) -> Candidate {
    let witness = Witness(scenario)
    var measurables: [String: Measurable] = [:]
    if isThreaded(scenario) {
      measurables[LeaksNames.threads] = witness.growthOnThreads
    } else {
      let leaksOnce = capacities.contains(topic(scenario))
      if scenario.kind == .clean { measurables[LeaksNames.clean] = witness.growth }
      if scenario.kind == .leaking, !leaksOnce { measurables[LeaksNames.leaking] = witness.growth }
      if leaksOnce { measurables[LeaksNames.capacity] = witness.level }
    }
    return Candidate(scenario.name, scenario.summary, measurables)
  }

  /// What both halves of a pair are about.
  private static func topic(_ scenario: Scenario) -> String { String(scenario.name.drop { $0 != "/" }) }

  private static func isThreaded(_ scenario: Scenario) -> Bool {
    // The second are not asynchronous, and use threads all the same; a timer that was cancelled goes on its queue's thread. One that is missing here shows as noise.
    scenario.rehearsal().isAsynchronous
      || ["/many-threads", "/other-thread", "/delay", "/timers"].contains(topic(scenario))
  }

  /// Where the leaking half leaks the same however often it runs: it cannot grow with the cycles. That it announces when
  /// it runs.
  private static let capacities = Set(
    Scenario.catalogue.filter { scenario in
      guard scenario.kind == .leaking, (try? scenario.rehearsal().runOnTheSpot()) == true else { return false }
      let leaks = scenario.announcedLeaks
      return !leaks.isEmpty && leaks.allSatisfy { $0.total != nil }
    }.map(topic))
}
