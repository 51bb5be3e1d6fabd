import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import SwitchboardTesting

@testable import SwitchboardLink

/// One run of two publishers and two groups of two members, with faults and killed processes that a seed decides. After
/// the faults all must be handled. ``violations`` names what the links promise and did not keep.
final class FaultRun {
  static let numbers = 1...20
  private static let groups = ["billing", "shipping"]
  private static let faultTime = Duration.seconds(20)

  let world: World
  private var random: UInt64
  private var publishers: [FaultPublisher] = []
  private(set) var members: [FaultMember] = []
  private(set) var killed = 0
  private(set) var violations: [String] = []

  init(seed: UInt64) {
    world = World(FaultSchedule(seed: seed, until: Self.faultTime))
    random = seed
    publishers = (1...2).map { FaultPublisher($0, world) }
    members = Self.groups.flatMap { group in (0..<2).map { _ in FaultMember(group, world) } }
  }

  var census: LinkCensus { publishers.reduce(into: LinkCensus()) { $0.resent += $1.resent } }

  @discardableResult
  func run() -> FaultRun {
    let step = Self.faultTime / (2 * Self.numbers.count)
    for number in Self.numbers {
      for publisher in publishers { publisher.send(number) }
      world.advance(by: step + .microseconds(Int(roll(500_000))))
      // Killed as if by `kill -9`: nothing more is sent, and nothing is acknowledged.
      if roll(12) == 0 { kill(member: Int(roll(4))) }
      if roll(16) == 0 { kill(publisher: Int(roll(2))) }
    }
    // Long enough for each deadline, pause and partition.
    for _ in 0..<30 { world.advance(by: .seconds(10)) }
    check()
    return self
  }

  private func roll(_ sides: UInt64) -> UInt64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (random >> 33) % sides
  }

  private func kill(member index: Int) {
    let group = members[index].group
    members[index].process.transport.stall(for: .seconds(1_000_000))
    members.append(members[index])
    members[index] = FaultMember(group, world)
    killed += 1
  }

  private func kill(publisher index: Int) {
    publishers[index].replaceProcess(in: world)
    killed += 1
  }

  // MARK: What must hold

  private func check() {
    let stored = world.network.storedMessages(of: WirePattern(application: "shop", kind: .durable, name: "order"))
    let identities = stored.map(\.identity)
    if Set(identities).count != identities.count { violations.append("an event is stored twice") }
    let texts = Set(identities)
    for publisher in publishers {
      for order in publisher.confirmed.elements where !texts.contains(publisher.identity(of: order)) {
        violations.append("\(order) was confirmed and is lost")
      }
      if publisher.confirmed.elements.count < Self.numbers.count { violations.append("an event is never confirmed") }
    }
    for group in Self.groups {
      let handled = members.filter { $0.group == group }.flatMap(\.orders.elements)
      if Set(handled.map(\.identity)) != texts { violations.append("\(group) has not handled every event") }
    }
    for member in members {
      checkOrder(member.orders.elements.filter { $0.attempt == 1 }.map { ("\($0.order.sender)", $0.order.number) })
      checkOrder(member.prices.elements.map { ($0.item, $0.cents) })
    }
    let census = world.network.census
    if census.pending > 0 { violations.append("\(census.pending) events are handled and not acknowledged") }
    for publisher in publishers where publisher.cameBack > 0 { violations.append("an event came back") }
    let dead = world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil))
    if !dead.isEmpty { violations.append("an event is a dead letter") }
  }

  /// Checks that the first deliveries to one process keep the order of each sender.
  private func checkOrder(_ events: [(sender: String, number: Int)]) {
    for sender in Set(events.map(\.sender)) {
      let numbers = events.filter { $0.sender == sender }.map(\.number)
      for (earlier, later) in zip(numbers, numbers.dropFirst()) where later <= earlier {
        violations.append("\(later) came after \(earlier) of sender \(sender)")
      }
    }
  }
}

/// A process that publishes orders and dispatches prices. When it is killed, another takes its place and publishes
/// again what the first does not know to be confirmed.
final class FaultPublisher {
  private let sender: Int
  private var process: Process
  private var killed: [Process] = []
  private var sent: [Order] = []
  private var own: [Log<Price>] = []
  private var dispatched = 0
  let confirmed = Log<Order>()

  init(_ sender: Int, _ world: World) {
    self.sender = sender
    process = world.process()
    begin()
  }

  var resent: Int { process.link.census.resent }
  /// The number of prices that came back to the process that dispatched them.
  var cameBack: Int { own.reduce(-dispatched) { $0 + $1.elements.count } }
  /// What only this process writes on its prices: each process has an order of its own.
  private var label: String { "\(sender), process \(killed.count)" }

  func identity(of order: Order) -> String { WireIdentity.text(chosen: "\(order.sender) \(order.number)") }

  private func begin() {
    process.link.forward(Price.self)
    process.link.receive(Price.self)
    let log = Log<Price>()
    own.append(log)
    process.bus.on(Price.self).subtype(label).next { log.append($0) }
  }

  func send(_ number: Int) {
    let order = Order(number: number, sender: sender)
    sent.append(order)
    publish(order)
    process.bus.dispatch(Price(item: label, cents: number))
    dispatched += 1
  }

  private func publish(_ order: Order) {
    process.link.publish(order, identity: "\(order.sender) \(order.number)") { [confirmed] result in
      if case .success = result { confirmed.append(order) }
    }
  }

  func replaceProcess(in world: World) {
    process.transport.stall(for: .seconds(1_000_000))
    // Its confirmations do not count any more, as those of a process that is gone.
    killed.append(process)
    process = world.process()
    begin()
    let known = Set(confirmed.elements.map(\.number))
    for order in sent where !known.contains(order.number) { publish(order) }
  }
}

/// A process of a group.
final class FaultMember {
  struct Handling: Sendable {
    var order: Order
    var identity: String
    var attempt: Int
  }

  let group: String
  let process: Process
  let orders = Log<Handling>()
  let prices: Log<Price>

  init(_ group: String, _ world: World) {
    self.group = group
    process = world.process()
    prices = process.collect(Price.self)
    process.bus.subscribe(Order.self) { [orders] order in
      let arrival = RemoteArrival.current
      orders.append(
        Handling(order: order, identity: arrival?.identity ?? "none", attempt: arrival?.attempt ?? 0))
    }
    process.link.receive(Order.self, as: group, prefetch: 4)
    process.link.receive(Price.self)
  }
}
