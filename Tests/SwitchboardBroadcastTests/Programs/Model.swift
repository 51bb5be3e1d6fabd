/// The expected behaviour of a broadcaster, as a plain interpreter of the promises: an array of numbers and a queue.
final class Model {
  private let delivery: Delivery
  private let program: [Step]
  private(set) var cursor = 0
  private(set) var calls: [Call] = []
  private(set) var live: [Int] = []

  private var subscribers = 0
  private var values = 0
  private var queue: [Int] = []
  /// The number of deliveries that the thread is inside of. At most one if the delivery is serial.
  private var depth = 0
  private var isClosed = false
  private var isTerminalPending = false
  /// The number of ended handlers that must not be released before the event, or the dispatches, in progress end.
  private var unreleased = 0

  init(_ program: [Step], delivery: Delivery, subscribers: Int) {
    self.program = program
    self.delivery = delivery
    for _ in 0..<subscribers { subscribe() }
  }

  /// Performs one symbol, and the symbols that its handler calls take.
  func step(inside subscriber: Int? = nil) {
    guard cursor < program.count else { return }
    let step = program[cursor]
    cursor += 1
    switch step {
    case .pass: break
    case .subscribe: subscribe()
    case .disposeFirst: if let first = live.first { dispose(first) }
    case .disposeMiddle: if !live.isEmpty { dispose(live[live.count / 2]) }
    case .disposeLast: if let last = live.last { dispose(last) }
    case .disposeSelf: if let subscriber { dispose(subscriber) } else if live.count > 1 { dispose(live[1]) }
    case .send: send()
    case .terminate: terminate()
    }
  }

  private func subscribe() {
    let new = subscribers
    subscribers += 1
    if isClosed, !isTerminalPending {
      // A late subscriber gets the terminal event immediately (promise R5). Its handler lives until then.
      unreleased += 1
      call(new, terminalValue)
      unreleased -= 1
    } else {
      live.append(new)
    }
  }

  private func dispose(_ subscriber: Int) {
    guard let index = live.firstIndex(of: subscriber) else { return }
    live.remove(at: index)
    if depth > 0 { unreleased += 1 }
  }

  private func send() {
    let value = values
    values += 1
    if isClosed { return }
    switch delivery {
    case .serial:
      queue.append(value)
      if depth == 0 { drain() }
    case .concurrent:
      deliver(value)
      if depth == 0 { drain() }
    }
  }

  private func terminate() {
    if isClosed { return }
    isClosed = true
    isTerminalPending = true
    if depth == 0 { drain() }
  }

  private func drain() {
    while !queue.isEmpty { deliver(queue.removeFirst()) }
    guard isTerminalPending else { return }
    isTerminalPending = false
    deliver(terminalValue)
    live = []
  }

  private func deliver(_ value: Int) {
    depth += 1
    // The audience is fixed here. A subscriber that is disposed before its turn drops out (promise R2).
    for subscriber in live where live.contains(subscriber) { call(subscriber, value) }
    depth -= 1
    // The end of the event releases ended handlers (promise R9).
    if depth == 0 { unreleased = 0 }
  }

  private func call(_ subscriber: Int, _ value: Int) {
    calls.append(Call(subscriber: subscriber, value: value, alive: live.count + unreleased, count: live.count))
    step(inside: subscriber)
  }
}
