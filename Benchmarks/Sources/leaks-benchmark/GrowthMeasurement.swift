import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads
import SwitchboardScenarios

/// The measurement of one scenario: runs it in cycles, and reads the live bytes of the process before and after.
struct GrowthMeasurement: Sendable {
  let scenario: Scenario

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// The cycles before the measurement: enough for objects that are created once, and for capacities to find their
  /// size.
  static let warmUp = 20
  /// The number of repetitions, each with its own registries. If they differ, something else was at work.
  static let rounds = 3

  /// The growth of live bytes per cycle. Exact, because nothing else runs.
  var growth: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try Self.trial(of: cycles) { memory throws(FailedCheck) in try self.growth(over: cycles, memory) }
    }
  }

  /// The growth of live bytes per cycle for scenarios with threads. Not exact, because the memory of threads and their
  /// caches changes too. So only many cycles show a leak clearly. Leaking scenarios take fewer cycles, because each
  /// cycle sends to all that leaked before.
  var growthOnThreads: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      guard (cycles > 1000) == (self.scenario.kind == .clean) else { return nil }
      return try Self.trial(of: cycles) { memory throws(FailedCheck) in
        try MainQueue.run { () throws(FailedCheck) in try await self.growthOnThreads(over: cycles, memory) }
      }
    }
  }

  /// The live bytes after all cycles, the warm-up included, minus the live bytes before the first cycle.
  var level: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try Self.trial(dividing: 1) { memory throws(FailedCheck) in
        // The language's runtime keeps what it creates once.
        try self.run(self.scenario.rehearsal())
        let rehearsal = self.scenario.rehearsal()
        let before = memory.liveBytes()
        for _ in 0..<Self.warmUp + cycles { try self.run(rehearsal) }
        return withExtendedLifetime(rehearsal) { memory.liveBytes() - before }
      }
    }
  }

  /// Returns the bytes per cycle; nil where live bytes cannot be measured exactly.
  static func trial(
    of cycles: Int, _ growth: (ProcessMemory) throws(FailedCheck) -> Int
  ) throws(FailedCheck) -> Trial? {
    try trial(dividing: cycles, growth)
  }

  private static func trial(
    dividing cycles: Int, _ growth: (ProcessMemory) throws(FailedCheck) -> Int
  ) throws(FailedCheck) -> Trial? {
    guard let memory = ProcessMemory() else { return nil }
    var figures: [Double] = []
    for _ in 0..<rounds { figures.append(Double(try growth(memory)) / Double(cycles)) }
    return Statistics(figures).map { Trial($0) }
  }

  private func growth(over cycles: Int, _ memory: ProcessMemory) throws(FailedCheck) -> Int {
    let rehearsal = scenario.rehearsal()
    for _ in 0..<Self.warmUp { try run(rehearsal) }
    let before = memory.liveBytes()
    for _ in 0..<cycles { try run(rehearsal) }
    // The rehearsal frees its leaks when it is deallocated, so it must live until after the reading.
    return withExtendedLifetime(rehearsal) { memory.liveBytes() - before }
  }

  private func growthOnThreads(over cycles: Int, _ memory: ProcessMemory) async throws(FailedCheck) -> Int {
    do {
      let rehearsal = scenario.rehearsal()
      for _ in 0..<Self.warmUp { try await rehearsal.run() }
      let before = Self.steadyLiveBytes(memory)
      for _ in 0..<cycles { try await rehearsal.run() }
      return withExtendedLifetime(rehearsal) { steadyGrowth(since: before, over: cycles, memory) }
    } catch {
      throw FailedCheck("the scenario threw \(error)")
    }
  }

  /// Returns the growth of live bytes once the bytes stand still. On a busy machine, the thread of a queue may get no
  /// processor for longer than the bytes must stand still, and the bytes that wait for the queue look like a leak. So a
  /// clean scenario that seems to leak is looked at again, for up to a minute: what waits goes away, a leak stays.
  private func steadyGrowth(since before: Int, over cycles: Int, _ memory: ProcessMemory) -> Int {
    let limit = scenario.kind == .clean ? LeakVerdicts.tolerance * Double(cycles) : .infinity
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let growth = Self.steadyLiveBytes(memory) - before
      if Double(growth) <= limit || ContinuousClock.now > deadline { return growth }
    }
  }

  /// Returns the live bytes once they stand still. On a busy machine, queues and tasks of the last cycles still work
  /// after the cycles have ended.
  private static func steadyLiveBytes(_ memory: ProcessMemory) -> Int {
    var (last, repeats) = (memory.liveBytes(), 0)
    for _ in 0..<500 where repeats < 5 {
      // Blocks the thread, because a sleeping task allocates and frees memory.
      Thread.sleep(forTimeInterval: 0.002)
      let now = memory.liveBytes()
      repeats = now == last ? repeats + 1 : 0
      last = now
    }
    return last
  }

  private func run(_ rehearsal: Scenario.Rehearsal) throws(FailedCheck) {
    do {
      guard try rehearsal.runSynchronously() else {
        throw FailedCheck("the scenario is asynchronous; measure it with the asynchronous form")
      }
    } catch {
      throw FailedCheck("the scenario threw \(error)")
    }
  }
}
