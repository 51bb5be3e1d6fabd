import Foundation
import SwitchboardLinkTesting
import SwitchboardTestSupport
import Testing

@testable import SwitchboardLink

/// Thousands of runs with faults from seeds. `SWITCHBOARD_FAULT_SEEDS=FIRST-LAST` chooses the seeds.
@Suite struct FaultTests {
  private static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["SWITCHBOARD_FAULT_SEEDS"] ?? "1-200"
    let ends = text.split(separator: "-").compactMap { UInt64($0) }
    return ends.count == 2 && ends[0] <= ends[1] ? ends[0]...ends[1] : 1...200
  }()

  @Test func `no seed makes the links break a promise`() {
    var broken: [String] = []
    var (redelivered, duplicates, resent, killed) = (0, 0, 0, 0)
    var faults: [FaultSchedule.Fault: Int] = [:]
    for seed in Self.seeds {
      let run = FaultRun(seed: seed).run()
      if !run.violations.isEmpty { broken.append("seed \(seed): \(run.violations.joined(separator: "; "))") }
      redelivered += run.members.reduce(0) { $0 + $1.process.link.census.redelivered }
      duplicates += run.world.network.census.duplicates
      resent += run.census.resent
      killed += run.killed
      faults.merge(run.world.network.census.faults) { $0 + $1 }
    }
    if !broken.isEmpty { Issue.record("\(broken.count) runs, such as \(broken.prefix(3))") }
    print(
      """
      faults: \(Self.seeds.count) runs, \(killed) killed processes, \(resent) events sent again, \(duplicates) \
      recognised, \(redelivered) delivered again; \
      \(faults.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))
      """)
    // The runs show something only if the faults happen.
    #expect(redelivered > 0 && duplicates > 0 && resent > 0 && killed > 0)
    for fault in FaultSchedule.Fault.allCases { #expect(faults[fault, default: 0] > 0, "\(fault) does not happen") }
  }

  @Test func `R9: no seed with foreign hands and events that end processes makes the links break a promise`() {
    var broken: [String] = []
    var done: [BendRun.Intervention: Int] = [:]
    var crashes = 0
    for seed in Self.seeds {
      let run = BendRun(seed: seed).run()
      if !run.violations.isEmpty { broken.append("seed \(seed): \(run.violations.joined(separator: "; "))") }
      done.merge(run.done) { $0 + $1 }
      crashes += run.crashes
    }
    if !broken.isEmpty { Issue.record("\(broken.count) runs, such as \(broken.prefix(3))") }
    print(
      "foreign hands: \(Self.seeds.count) runs, \(crashes) crashes, \(done.map { "\($0.key) \($0.value)" }.sorted())")
    #expect(crashes > 0 && done.count == BendRun.Intervention.allCases.count)
  }

  @Test func `a run is repeated by its seed`() {
    let (one, other) = (FaultRun(seed: 7).run(), FaultRun(seed: 7).run())
    #expect(
      one.members.map { $0.orders.elements.map(\.identity) } == other.members.map { $0.orders.elements.map(\.identity) }
    )
    #expect(one.members.map(\.prices.elements) == other.members.map(\.prices.elements))
  }
}
