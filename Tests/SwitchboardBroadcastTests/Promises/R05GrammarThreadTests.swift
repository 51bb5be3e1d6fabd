import Foundation
import SwitchboardTestSupport
import Testing

@Suite("R5 Grammar, with threads")
struct R05GrammarThreadTests {
  @Test("an end that races the last delivery is not lost", arguments: Delivery.allCases)
  func endRacesLastDelivery(delivery: Delivery) throws {
    let rounds = 1500
    let hubs = (0..<rounds).map { _ in Hub<Int>(delivery) }
    let ends = (0..<rounds).map { _ in Counter() }
    for (hub, end) in zip(hubs, ends) { hub.subscribe { if $0 == 9 { end.increment() } } }
    let (begun, ended) = (Counter(), Counter())
    try onThreads([
      {
        for (number, hub) in hubs.enumerated() {
          begun.increment()
          // When the end comes, a delivery is in progress or has just ended.
          repeat { for _ in 0..<50 { hub.deliver(1, delivery) } } while ended.value <= number && sched_yield() == 0
        }
      },
      {
        for (number, hub) in hubs.enumerated() {
          while begun.value <= number { sched_yield() }
          hub.terminate(with: 9)
          ended.increment()
        }
      },
    ])
    let lost = ends.indices.filter { ends[$0].value != 1 }
    #expect(lost.count == 0, "\(lost.count) of \(rounds) registries did not deliver their end exactly once")
  }

  @Test(
    "each subscriber gets the end once and last, under any interleaving of threads")
  func storm() throws {
    let population = Population()
    for round in 0..<60 {
      let delivery: Delivery = round.isMultiple(of: 2) ? .serial : .concurrent
      let hub = Hub<Int>(delivery)
      let journals = (0..<3).map { _ in (0..<20).map { _ in Journal<Int>() } }
      try onThreads(
        (0..<3).map { thread in
          { @Sendable in
            for number in 0..<20 {
              let journal = journals[thread][number]
              let member = population.member { hub.deliver(5, delivery) }
              hub.subscribe(waitable: number.isMultiple(of: 4)) { value in
                journal.add(value)
                withExtendedLifetime(member) { if value == 3 { hub.deliver(4, delivery) } }
              }
              hub.deliver(thread, delivery)
              if number == 10 + thread { hub.terminate(with: 9) }
              if number.isMultiple(of: 4) { hub.deliver(3, delivery) }
            }
          }
        })
      #expect(population.count == 0)
      #expect(hub.census.count == 0)
      for entries in journals.joined().map(\.entries) where entries.last != 9 || entries.filter({ $0 == 9 }).count != 1
      {
        Issue.record("\(delivery), round \(round): \(entries)")
        return
      }
    }
  }
}
