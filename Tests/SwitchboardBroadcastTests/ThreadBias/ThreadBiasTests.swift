import CSwitchboardBroadcast
import Foundation
import SwitchboardTestSupport
import Testing

@testable import SwitchboardBroadcast

/// Tests of what a second thread takes over when it comes to a serial registry. Each test runs in its own process, in
/// which frequent revocations do not make the library give the bias up.
@Suite("Thread bias")
struct ThreadBiasTests {
  static func always() { choose("always") }

  private static func choose(_ bias: String) {
    setenv("SWITCHBOARD_THREAD_BIAS", bias, 1)
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      switchboard_choose_bias()
    #endif
  }

  @Test("a revocation at any moment loses, repeats and reorders no value")
  func revocations() async {
    await #expect(processExitsWith: .success) {
      Self.always()
      let (rounds, sends) = (700, 30)
      let population = Population()
      let hubs = (0..<rounds).map { _ in Hub<Int>() }
      let lists = hubs.map { hub in
        let list = UnguardedList()
        hub.subscribe { [unowned hub] value in
          list.entries.append(value)
          if value == 3 { hub.send(100) }
        }
        return list
      }
      let (begun, ended) = (Counter(), Counter())
      try onThreads([
        {
          for (number, hub) in hubs.enumerated() {
            hub.send(0)
            begun.increment()
            for value in 1..<sends {
              hub.send(value)
              if value.isMultiple(of: 3) { hub.capture(population).dispose() }
            }
            while ended.value <= number { sched_yield() }
          }
        },
        {
          var rng = SeededGenerator(seed: 7)
          for (number, hub) in hubs.enumerated() {
            while begun.value <= number { sched_yield() }
            for _ in 0..<rng.below(60) { _ = rng.next() }
            switch number % 5 {
            case 0: hub.send(200)
            case 1: _ = hub.census
            case 2: hub.capture(population).dispose()
            case 3: hub.capture(population, waitable: true).disposeAndWait()
            default: hub.terminate(with: 300)
            }
            ended.increment()
          }
        },
      ])
      require(population.count == 0, "\(population.count) handlers were not released")
      for (number, list) in lists.enumerated() {
        let own = list.entries.filter { $0 < 100 }
        if number % 5 == 4 {
          require(own == Array(0..<own.count), "round \(number): \(list.entries)")
          require(list.entries.last == 300, "round \(number): \(list.entries)")
          require(list.entries.filter { $0 == 300 }.count == 1, "round \(number): \(list.entries)")
        } else {
          require(own == Array(0..<sends), "round \(number): \(list.entries)")
          require(list.entries.contains(200) == (number % 5 == 0), "round \(number)")
          require(list.entries.contains(100), "round \(number)")
          hubs[number].checkInvariants()
        }
      }
    }
  }

  @Test("revoked in the middle of a delivery, which also delivers the values that came meanwhile")
  func duringDelivery() async {
    await #expect(processExitsWith: .success) {
      Self.always()
      for operation in 0..<6 {
        for queued in [false, true] {
          let (hub, population, journal) = (Hub<Int>(), Population(), Journal<Int>())
          // The hub is biased to the delivering thread, with or without a value queued in the owner's own word.
          let (entered, leave) = (Gate(), Gate())
          let (begun, ended) = (Counter(), Counter())
          hub.subscribe { [unowned hub] value in
            begun.increment()
            require(begun.value == ended.value + 1, "\(operation): two deliveries at the same time")
            defer { ended.increment() }
            journal.add(value)
            if value == 1 {
              if queued { hub.send(2) }
              entered.open()
              leave.wait()
            }
          }
          let victim = hub.capture(population)
          let thread = RunningThread {
            hub.send(0)
            hub.send(1)
            hub.send(5)
          }
          entered.wait()
          switch operation {
          case 0: hub.send(3)
          case 1: _ = hub.census
          case 2: victim.dispose()
          case 3: hub.terminate(with: 4)
          case 4: hub.capture(population)
          default: for number in 0..<100 { hub.capture(population).dispose(); if number == 50 { hub.send(3) } }
          }
          leave.open()
          try thread.join()
          var expected = queued ? [0, 1, 2] : [0, 1]
          if operation == 0 || operation == 5 { expected.append(3) }
          expected.append(operation == 3 ? 4 : 5)
          require(journal.entries == expected, "\(operation): \(journal.entries), not \(expected)")
          let alive = [0: 1, 1: 1, 2: 0, 3: 0, 4: 2, 5: 1][operation]
          require(population.count == alive, "\(operation): \(population.count) alive")
          require(hub.census.isWithinBounds, "\(operation): \(hub.census)")
          hub.checkInvariants()
        }
      }
    }
  }

  @Test("without bias programs behave like the model")
  func off() async {
    await #expect(processExitsWith: .success) {
      Self.choose("off")
      Self.programs()
    }
  }

  @Test("with bias programs behave like the model")
  func on() async {
    await #expect(processExitsWith: .success) {
      Self.always()
      Self.programs()
    }
  }

  private static func programs() {
    for seed in 1...40 as ClosedRange<UInt64> {
      let difference = randomProgramDifference(seed: seed, .serial)
      require(difference == nil, "\(difference ?? "")")
    }
  }
}
