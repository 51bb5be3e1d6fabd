import SwitchboardTestSupport
import Testing

@Suite("R6 One order for all subscribers")
struct R06OneOrderTests {
  @Test(
    "nested sends queue first in, first out, and all subscribers see the same order")
  func breadthFirst() {
    let hub = Hub<Int>()
    let journal = Journal<String>()
    for name in ["a", "b", "c"] {
      hub.subscribe { [unowned hub] value in
        journal.add("\(name)\(value)")
        if name == "b", value < 10 {
          hub.send(10 * value)
          hub.send(10 * value + 1)
        }
      }
    }
    hub.send(1)
    #expect(journal.entries == ["a1", "b1", "c1", "a10", "b10", "c10", "a11", "b11", "c11"])
  }

  @Test("100 000 nested sends neither recurse nor overflow the stack")
  func noRecursion() throws {
    let last = 100_000
    let (depths, values) = try watched {
      let hub = Hub<Int>()
      let (depths, values) = (UnguardedList(), UnguardedList())
      depths.entries = [0, 0]
      hub.subscribe { [unowned hub] value in
        depths.entries[0] += 1
        depths.entries[1] = max(depths.entries[1], depths.entries[0])
        if value < last { hub.send(value + 1) }
        depths.entries[0] -= 1
      }
      hub.subscribe { values.entries.append($0) }
      hub.send(0)
      return (depths.entries, values.entries)
    }
    #expect(depths == [0, 1])
    #expect(values == Array(0...last))
  }

  @Test("without another delivery, send returns after the delivery")
  func delivered() {
    let hub = Hub<Int>()
    let calls = Counter()
    let first = hub.subscribe { _ in calls.increment() }
    for number in 1...10 {
      hub.send(number)
      #expect(calls.value == number)
      // Garbage, growth and shrinking must not cost the next send its delivery.
      let others = (0..<number).map { _ in hub.subscribe { _ in } }
      for other in others { other.dispose() }
    }
    first.dispose()
    hub.send(11)
    #expect(calls.value == 10)
  }

  @Test(
    "send into a delivery on another thread returns immediately, and that delivery delivers the value")
  func queuesAcrossThreads() throws {
    let hub = Hub<Int>()
    let stage = Stage(hub)
    let journal = Journal<Int>()
    hub.subscribe { journal.add($0) }
    let held = stage.begin(1, .serial)
    try watched {
      hub.send(2)
      hub.send(3)
    }
    #expect(journal.entries.isEmpty)
    try held.end()
    #expect(journal.entries == [1, 2, 3])
  }

  @Test("the audience of a value is fixed when its delivery begins")
  func audienceOfQueued() throws {
    let hub = Hub<Int>()
    let stage = Stage(hub)
    let journal = Journal<Int>()
    let held = stage.begin(1, .serial)
    hub.send(2)
    hub.subscribe { journal.add($0) }
    hub.send(3)
    try held.end()
    #expect(journal.entries == [2, 3])
  }

  @Test(
    "several senders and re-entrant sends: one order, nothing lost, each sender's order kept")
  func oneOrderUnderThreads() throws {
    let (senders, perSender) = (3, 1000)
    let hub = Hub<Int>()
    // The lists have no lock, so deliveries that overlap are a data race.
    let lists = (0..<4).map { _ in UnguardedList() }
    let reentrant = 1 << 40
    for (number, list) in lists.enumerated() {
      hub.subscribe { [unowned hub] value in
        list.entries.append(value)
        if number == 1, value < reentrant, value & 0xF == 0 { hub.send(value | reentrant) }
      }
    }
    let done = Counter()
    let sending = (0..<senders).map { sender in
      { @Sendable in
        for number in 0..<perSender { hub.send(sender << 32 | number) }
        done.increment()
      }
    }
    let population = Population()
    let churn = { @Sendable in
      var rng = SeededGenerator(seed: 5)
      var some: [Token] = []
      while done.value < senders {
        if some.count < 20, rng.below(2) == 0 {
          let token = Token()
          token.hold(hub.subscribe { [member = population.member()] _ in withExtendedLifetime(member) {} })
          some.append(token)
        } else if !some.isEmpty {
          some.remove(at: rng.below(some.count)).dispose()
        }
      }
      for token in some { token.dispose() }
    }
    try onThreads(sending + [churn])
    // The churned subscriptions are disposed and all values are delivered, so all captures are released.
    #expect(population.count == 0)
    for list in lists { #expect(list.entries == lists[0].entries) }
    for sender in 0..<senders {
      let own = lists[0].entries.filter { $0 >> 32 == sender }
      #expect(own == (0..<perSender).map { sender << 32 | $0 })
    }
    #expect(
      lists[0].entries.filter { $0 >= reentrant }.count
        == lists[0].entries.filter { $0 < reentrant && $0 & 0xF == 0 }.count)
    #expect(hub.census.count == 4)
    #expect(hub.census.isWithinBounds)
  }
}
