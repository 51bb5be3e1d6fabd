import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import SwitchboardScenarios

/// Runs one scenario in cycles and reads the live bytes of the process before and after.
struct Witness: Sendable {
  let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// Enough for what is made once, and for capacities to find their size.
  static let warmUp = 20
  /// Each with registries of its own; if they differ, something else was at work.
  static let rounds = 3

  /// Exact: nothing else runs.
  var growth: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try Self.trial(of: cycles) { memory throws(FailedCheck) in try self.growth(over: cycles, memory) }
    }
  }

  /// Not exact: what threads and their caches hold moves too, so it takes many cycles for a leak to stand out. Fewer where
  /// something leaks: each cycle sends to all that leaked before.
  var growthOnThreads: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      guard (cycles > 1000) == (self.scenario.kind == .clean) else { return nil }
      return try Self.trial(of: cycles) { memory throws(FailedCheck) in
        try MainQueue.run { () throws(FailedCheck) in try await self.growthOnThreads(over: cycles, memory) }
      }
    }
  }

  /// What is live after all cycles, the warm-up included, more than before the first.
  var level: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try Self.trial(unit: LeaksNames.bytes) { memory throws(FailedCheck) in
        // What the language's runtime makes once stays.
        try self.run(self.scenario.rehearsal())
        let rehearsal = self.scenario.rehearsal()
        let before = memory.liveBytes()
        for _ in 0..<Self.warmUp + cycles { try self.run(rehearsal) }
        return withExtendedLifetime(rehearsal) { memory.liveBytes() - before }
      }
    }
  }

  /// Bytes per cycle; nil where live bytes cannot be told exactly.
  static func trial(
    of cycles: Int, _ growth: (ProcessMemory) throws(FailedCheck) -> Int
  ) throws(FailedCheck) -> Trial? {
    try trial(unit: LeaksNames.bytesPerCycle, dividing: cycles, growth)
  }

  private static func trial(
    unit: String, dividing cycles: Int = 1, _ growth: (ProcessMemory) throws(FailedCheck) -> Int
  ) throws(FailedCheck) -> Trial? {
    guard let memory = ProcessMemory() else { return nil }
    var figures: [Double] = []
    for _ in 0..<rounds { figures.append(Double(try growth(memory)) / Double(cycles)) }
    return Statistics(figures).map { Trial($0, unit: unit) }
  }

  private func growth(over cycles: Int, _ memory: ProcessMemory) throws(FailedCheck) -> Int {
    let rehearsal = scenario.rehearsal()
    for _ in 0..<Self.warmUp { try run(rehearsal) }
    let before = memory.liveBytes()
    for _ in 0..<cycles { try run(rehearsal) }
    // What it leaks it gives back when it goes.
    return withExtendedLifetime(rehearsal) { memory.liveBytes() - before }
  }

  private func growthOnThreads(over cycles: Int, _ memory: ProcessMemory) async throws(FailedCheck) -> Int {
    do {
      let rehearsal = scenario.rehearsal()
      for _ in 0..<Self.warmUp { try await rehearsal.run() }
      let before = Self.settled(memory)
      for _ in 0..<cycles { try await rehearsal.run() }
      let after = Self.settled(memory)
      return withExtendedLifetime(rehearsal) { after - before }
    } catch {
      throw FailedCheck("the scenario threw \(error)")
    }
  }

  /// Live bytes once they stand still: on a busy machine queues and tasks of the last cycles are still at work when those are over.
  private static func settled(_ memory: ProcessMemory) -> Int {
    var (last, repeats) = (memory.liveBytes(), 0)
    for _ in 0..<500 where repeats < 5 {
      // Not a task's sleep, which is memory that comes and goes itself.
      Thread.sleep(forTimeInterval: 0.002)
      let now = memory.liveBytes()
      repeats = now == last ? repeats + 1 : 0
      last = now
    }
    return last
  }

  private func run(_ rehearsal: Scenario.Rehearsal) throws(FailedCheck) {
    do {
      guard try rehearsal.runOnTheSpot() else { throw FailedCheck("the scenario is asynchronous") }
    } catch {
      throw FailedCheck("the scenario threw \(error)")
    }
  }
}
