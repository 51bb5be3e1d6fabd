import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting
import Testing

@testable import SwitchboardLink

/// What waits is limited in events and in bytes, and no queue uses up the room of another.
@Suite struct FullQueueTests {
  private struct Blob: DurableEvent {
    static let wireName = "blob"
    var text: String
  }
  private struct Other: DurableEvent {
    static let wireName = "other"
    var text: String
  }
  private struct Tick: WireEvent {
    static let wireName = "tick"
    var text: String
  }

  private static let large = String(repeating: "x", count: 100_000)

  @Test func `R9: live events displace no durable ones`() {
    let world = World()
    let a = world.process()
    a.link.forward(Price.self)
    world.network.partition(for: .seconds(60))
    let stored = Log<Int>()
    for number in 1...100 { a.link.publish(Order(number: number)) { if case .success = $0 { stored.append(number) } } }
    for number in 1...70_000 { a.bus.dispatch(Price(item: "tea", cents: number)) }
    for _ in 0..<70 { world.advance(by: .seconds(1)) }
    #expect(stored.elements == Array(1...100))
    #expect(a.link.census.dropped == 70_000 - 65_536)
  }

  @Test(arguments: [LinkOverflow.dropOldest, .dropNewest, .refuse])
  func `R9: what waits has a limit in bytes, and each queue has a share`(_ overflow: LinkOverflow) {
    let world = World()
    let limit = 6_400_000
    let a = world.process { ($0.whenFull, $0.queueBytes) = (overflow, limit) }
    a.link.forward(Tick.self)
    world.network.partition(for: .seconds(60))
    for number in 0..<200 {
      a.link.publish(Blob(text: Self.large)) { _ in }
      a.bus.dispatch(Tick(text: Self.large))
      world.advance(by: .milliseconds(1))
      // The event that showed how large the events are, and one of each other queue.
      if number > 2 { #expect(a.link.context.budget.bytes < limit + 3 * 102_000) }
    }
    let before = a.link.census
    #expect(before.waiting > 50 && before.waiting <= 66 && before.dropped > 130)
    let isStored = Log<Bool>()
    a.link.publish(Other(text: "small")) { isStored.append((try? $0.get()) != nil) }
    for _ in 0..<70 { world.advance(by: .seconds(1)) }
    #expect(isStored.elements == [true])
    #expect(a.link.census.waiting == 0 && a.link.context.budget.bytes == 0)
  }

  @Test func `an event that is larger than all the room still travels alone`() {
    let world = World()
    let a = world.process { $0.queueBytes = 1000 }
    let stored = Log<Bool>()
    world.advance()
    for _ in 0..<3 {
      a.link.publish(Blob(text: Self.large)) { stored.append((try? $0.get()) != nil) }
      world.advance()
    }
    #expect(stored.elements == [true, true, true] && a.link.context.budget.bytes == 0)
  }

  @Test func `R9: live events for slow handlers have the same limit`() {
    let world = World()
    let (a, b) = (world.process(), world.process { $0.queueBytes = 1_000_000 })
    a.link.forward(Tick.self)
    let gate = TestScheduler()
    let ticks = b.collect(Tick.self)
    b.link.receive(Tick.self, on: gate)
    world.advance()
    for number in 0..<100 {
      a.bus.dispatch(Tick(text: "\(number)" + Self.large))
      world.advance()
      #expect(b.link.context.budget.bytes < 1_000_000)
    }
    gate.advance()
    #expect(ticks.elements.count == 9 && ticks.elements.last?.text.hasPrefix("99x") == true)
    #expect(b.link.census.slow == 91 && b.link.context.budget.bytes == 0)
  }
}
