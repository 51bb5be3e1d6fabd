import Switchboard
import SwitchboardLinkTesting
import SwitchboardTesting

@testable import SwitchboardLink

/// One run with faults of the network and foreign hands, all from one seed: somebody deletes or empties a stream,
/// deletes a group, takes rights away; one event ends each process that handles it, and one fails in every attempt.
/// ``violations`` names what a link promises and did not keep.
final class BendRun {
  enum Intervention: CaseIterable {
    case streamRemoved, storeEmptied, groupRemoved, denied, letterRefused
  }

  static let numbers = 1...24
  private static let faultTime = Duration.seconds(20)
  private static let attempts = 3
  /// The numbers of the event that ends each process, and of the one whose handler throws.
  private static let (poison, failing) = (9, 11)

  let world: World
  private var random: UInt64
  private let publisher: Process
  private var members: [BendMember] = []
  private var killed: [BendMember] = []
  private let confirmed = Log<String>()
  private var firstSafe = 1
  private(set) var done: [Intervention: Int] = [:]
  var crashes: Int { killed.count }
  private(set) var violations: [String] = []

  init(seed: UInt64) {
    world = World(FaultSchedule(seed: seed, until: Self.faultTime))
    random = seed
    publisher = world.process()
    members = (0..<2).map { _ in BendMember(world, Self.poison, Self.failing, Self.attempts) }
  }

  @discardableResult
  func run() -> BendRun {
    let plan = Dictionary(
      grouping: Intervention.allCases.filter { _ in roll(2) == 0 }.map { ($0, Int(roll(20)) + 2) }, by: \.1)
    for number in Self.numbers {
      for (intervention, _) in plan[number] ?? [] { intervene(intervention, number) }
      if number % 8 == 0 { world.network.deny(nil) }
      publish(Order(number: number))
      publish(Shipment(number: number, customer: "c"))
      advance(by: Self.faultTime / (2 * Self.numbers.count) + .microseconds(Int(roll(500_000))))
    }
    world.network.deny(nil)
    // Long enough for each deadline, pause, partition and attempt.
    for _ in 0..<60 { advance(by: .seconds(10)) }
    check()
    return self
  }

  private func roll(_ sides: UInt64) -> UInt64 {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (random >> 33) % sides
  }

  private func publish<E: DurableEvent & CustomStringConvertible>(_ event: E) {
    publisher.link.publish(event, identity: "\(event)") { [confirmed] result in
      if case .success = result { confirmed.append("\(event)") }
    }
  }

  private func advance(by time: Duration) {
    world.advance(by: time)
    for (index, member) in members.enumerated() where member.isDead {
      killed.append(member)
      members[index] = BendMember(world, Self.poison, Self.failing, Self.attempts)
    }
  }

  private func intervene(_ intervention: Intervention, _ number: Int) {
    done[intervention, default: 0] += 1
    switch intervention {
    case .streamRemoved: world.network.removeStream("shop_durable_order")
    case .storeEmptied: world.network.emptyStream("shop_durable_order")
    case .groupRemoved: world.network.removeConsumers(group: "g")
    case .denied: deny("shop.durable.order.")
    case .letterRefused: deny("shop.dead.")
    }
    // What was on its way to the store may have been there before.
    if [.streamRemoved, .storeEmptied].contains(intervention) { firstSafe = number + 4 }
  }

  private func deny(_ prefix: String) {
    world.network.deny { use in
      if case .publishing(let subject, _) = use { subject.hasPrefix(prefix) } else { false }
    }
  }

  // MARK: What must hold

  private func check() {
    let confirmed = Set(confirmed.elements)
    let handled = Set((members + killed).flatMap(\.handled.elements))
    for number in Self.numbers {
      let shipment = "\(Shipment(number: number, customer: "c"))"
      if !confirmed.contains(shipment) { violations.append("\(shipment) is never confirmed") }
      if !handled.contains(shipment) { violations.append("\(shipment) is never handled") }
      let order = "\(Order(number: number))"
      if number >= firstSafe, confirmed.contains(order), !handled.contains(order) {
        violations.append("\(order) was confirmed and is never handled")
      }
    }
    let letters = world.network.storedMessages(of: WirePattern(application: "shop", kind: .dead, name: nil))
    if Set(letters.map(\.identity)).count != letters.count { violations.append("a letter is stored twice") }
    // A deleted stream gets the event anew, a deleted group forgets the first delivery, and each delivery that is
    // repeated while a member has the event may begin at the other member too.
    let most = Self.attempts * (2 + done[.streamRemoved, default: 0]) + done[.groupRemoved, default: 0]
    for number in [Self.poison, Self.failing] {
      let begun = (members + killed).reduce(0) { $0 + $1.begun(number) }
      if begun > most { violations.append("event \(number) began \(begun) times") }
      if number >= firstSafe, confirmed.contains("\(Order(number: number))"), letters.isEmpty {
        violations.append("event \(number) is no dead letter")
      }
    }
    if world.network.census.pending > 0 { violations.append("\(world.network.census.pending) events are pending") }
    let (budget, all) = (publisher.link.context.budget.bytes, publisher.link.census)
    if budget != 0 || all.waiting > 0 || all.unconfirmed > 0 { violations.append("events wait: \(all), \(budget)") }
  }
}

/// A member of the group.
private final class BendMember {
  let handled = Log<String>()
  private let process: Process
  private let begunOrders = Log<Int>()
  private let dead = Log<Void>()

  var isDead: Bool { dead.elements.count == 1 }
  func begun(_ number: Int) -> Int { begunOrders.elements.count { $0 == number } }

  init(_ world: World, _ poison: Int, _ failing: Int, _ attempts: Int) {
    process = world.process()
    let (bus, transport) = (process.bus, process.transport)
    bus.on(Order.self).tryNext { [handled, dead, begunOrders] order in
      begunOrders.append(order.number)
      handled.append("\(order)")
      if order.number == failing { throw Refusal() }
      guard order.number == poison else { return }
      // As if by `kill -9`, but what is on its way may still arrive. So the event must not be acknowledged.
      if dead.elements.isEmpty { dead.append(()) }
      transport.stall(for: .seconds(1_000_000))
      throw Refusal()
    }
    bus.subscribe(Shipment.self) { [handled] in handled.append("\($0)") }
    let retry = RetryPolicy(attempts: attempts)
    process.link.receive(Order.self, as: "g", retry: retry, prefetch: 4)
    process.link.receive(Shipment.self, as: "g", retry: retry, ordered: true)
  }
}

extension Order: CustomStringConvertible { var description: String { "order \(number) of \(sender)" } }
extension Shipment: CustomStringConvertible { var description: String { "shipment \(number)" } }
