import SwitchboardBroadcast
import SwitchboardTestSupport

/// A run of a program on a real broadcaster.
final class Execution: @unchecked Sendable {
  // Sound: one thread runs the program and all of its handlers.

  private let hub: Hub<Int>
  private let delivery: Delivery
  private let program: [Step]
  private(set) var cursor = 0
  private(set) var calls: [Call] = []
  let population = Population()

  private var subscribers = 0
  private var values = 0
  private var subscriptions: [(number: Int, subscription: Subscription)] = []

  init(_ program: [Step], _ delivery: Delivery, subscribers: Int) {
    self.program = program
    self.delivery = delivery
    hub = Hub<Int>(delivery)
    for _ in 0..<subscribers { subscribe() }
  }

  var census: Census { hub.census }
  var live: [Int] { subscriptions.filter { !$0.subscription.isDisposed }.map(\.number) }
  func checkInvariants() { hub.checkInvariants() }

  func step(inside subscriber: Int? = nil) {
    guard cursor < program.count else { return }
    let step = program[cursor]
    cursor += 1
    switch step {
    case .pass: break
    case .subscribe: subscribe()
    case .disposeFirst: dispose { _ in 0 }
    case .disposeMiddle: dispose { $0 / 2 }
    case .disposeLast: dispose { $0 - 1 }
    case .disposeSelf: if let subscriber { dispose(number: subscriber) } else { dispose { _ in 1 } }
    case .send: send()
    case .terminate: hub.terminate(with: terminalValue)
    }
  }

  /// Ends all subscriptions, which breaks the reference cycles between the hub, its handlers and this object.
  func finish() {
    for (_, subscription) in subscriptions { subscription.dispose() }
    subscriptions = []
  }

  private func subscribe() {
    let number = subscribers
    subscribers += 1
    let subscription = hub.subscribe { [unowned self, member = population.member()] value in
      withExtendedLifetime(member) { call(number, value) }
    }
    if !subscription.isDisposed { subscriptions.append((number, subscription)) }
  }

  private func dispose(_ choose: (_ count: Int) -> Int) {
    subscriptions.removeAll { $0.subscription.isDisposed }
    let index = choose(subscriptions.count)
    // The subscription stays in the list for now, so that a second dispose is tried too.
    if subscriptions.indices.contains(index) { subscriptions[index].subscription.dispose() }
  }

  private func dispose(number: Int) {
    subscriptions.first { $0.number == number }?.subscription.dispose()
  }

  private func send() {
    let value = values
    values += 1
    hub.deliver(value, delivery)
  }

  private func call(_ subscriber: Int, _ value: Int) {
    calls.append(Call(subscriber: subscriber, value: value, alive: population.count, count: hub.census.count))
    step(inside: subscriber)
  }
}
