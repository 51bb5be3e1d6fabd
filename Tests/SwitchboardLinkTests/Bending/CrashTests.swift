import Switchboard
import SwitchboardLinkTesting
import Testing

@testable import SwitchboardLink

/// Handlers that end their process. Each process is killed in virtual time: nothing that it sends arrives any more.
@Suite struct CrashTests {
  private struct Handling: Sendable, Hashable {
    var number: Int
    var attempt: Int
  }

  /// Starts a process as often as a handler ends it, and returns what began, with the number of crashes.
  private func run(
    events: Int, poison: Set<Int>, retry: RetryPolicy, prefetch: Int = 256
  ) -> (world: World, begun: [Handling], crashes: Int) {
    let world = World()
    let sender = world.process()
    for number in 1...events { sender.link.publish(Order(number: number)) { _ in } }
    world.advance()
    let (begun, killed) = (Log<Handling>(), Log<Void>())
    var processes: [Process] = []
    func start() {
      let process = world.process { $0.acknowledgementDeadline = .seconds(10) }
      processes.append(process)
      let isDead = Log<Void>()
      process.bus.subscribe(Order.self) { [transport = process.transport] order in
        if !isDead.elements.isEmpty { return }
        begun.append(Handling(number: order.number, attempt: RemoteArrival.current?.attempt ?? 0))
        guard poison.contains(order.number) else { return }
        isDead.append(())
        killed.append(())
        transport.stall(for: .seconds(1_000_000))
      }
      process.link.receive(Order.self, as: "g", retry: retry, prefetch: prefetch)
    }
    start()
    var crashes = 0
    for _ in 0..<300 {
      world.advance(by: .seconds(1))
      if killed.elements.count > crashes {
        crashes = killed.elements.count
        start()
      }
    }
    return (world, begun.elements, crashes)
  }

  @Test(arguments: [2, 3, 5])
  func `R9: an event whose handlers end their process has as many attempts as the policy says`(_ attempts: Int) {
    let (world, begun, crashes) = run(events: 20, poison: [5], retry: RetryPolicy(attempts: attempts))
    #expect(crashes == attempts)
    #expect(begun.filter { $0.number == 5 }.map(\.attempt) == Array(1...attempts))
    // What was fetched with it comes again, and never loses an attempt to it twice.
    for number in 1...20 where number != 5 {
      let handled = begun.filter { $0.number == number }
      #expect(!handled.isEmpty && handled.allSatisfy { $0.attempt <= 2 })
    }
    let letters = world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil))
    #expect(letters.count == 1 && world.network.census.pending == 0)
  }

  @Test func `R9: with one attempt, an event that was only fetched is not given up`() {
    let (world, begun, crashes) = run(events: 10, poison: [3], retry: .never)
    // Whether the first delivery had begun, nobody knows.
    #expect(crashes == 2)
    #expect(Set(begun.map(\.number)) == Set(1...10))
    #expect(world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil)).count == 1)
  }

  @Test func `R9: several such events take no attempts from each other`() {
    let (world, begun, crashes) = run(events: 30, poison: [2, 3, 29], retry: RetryPolicy(attempts: 3))
    #expect(crashes <= 9)
    for number in 1...30 where ![2, 3, 29].contains(number) {
      #expect(begun.contains { $0.number == number })
      #expect(begun.filter { $0.number == number }.allSatisfy { $0.attempt <= 3 })
    }
    #expect(world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil)).count == 3)
  }

  @Test func `first deliveries note nothing`() {
    let world = World()
    let (a, b) = (world.process(), world.process())
    b.bus.subscribe(Order.self) { _ in }
    b.link.receive(Order.self, as: "g")
    for number in 1...100 { a.link.publish(Order(number: number)) { _ in } }
    world.advance(by: .seconds(30))
    #expect(b.link.census.handled == 100)
    // The floor of the group, at its beginning and some seconds after the events.
    #expect(b.link.census.confirmed == 2)
  }
}
