import Switchboard
import SwitchboardLink
import SwitchboardLinkTesting
import SwitchboardTesting

/// One run under faults: two publishers store messages, and two groups of two members each handle them. The processes
/// do what a link does, in its simplest form.
final class MemoryRun: @unchecked Sendable {
  // Sound: only the thread that advances the clock uses it.
  let clock = TestScheduler()
  let network: MemoryNetwork
  var log: [String] = []
  /// The messages that each group has handled, with repetitions.
  var handled: [String: [String]] = [:]
  private var publishers: [RunPublisher] = []
  private var members: [RunMember] = []

  init(_ faults: FaultSchedule, events: Int = 50, isOrdered: Bool = false) {
    network = MemoryNetwork(scheduler: clock, faults: faults)
    publishers = (0..<2).map { RunPublisher(self, name: "p\($0)", events: events) }
    members = (0..<4).map { RunMember(self, group: "g\($0 / 2)", name: "m\($0)", isOrdered: isOrdered) }
  }

  /// Runs until nothing is left to do.
  func finish() {
    for publisher in publishers { publisher.start() }
    for member in members { member.start() }
    clock.run()
  }

  func note(_ text: String) { log.append("\(clock.now) \(text)") }

  var stored: [String] { network.storedMessages(of: .durable).map(\.text) }
}

/// A process that connects again when its connection is lost.
class RunProcess: @unchecked Sendable {
  // Sound: see `MemoryRun`.
  unowned let run: MemoryRun
  let name: String
  private let transport: MemoryTransport
  private(set) var connection: (any TransportConnection)?

  init(_ run: MemoryRun, name: String) {
    (self.run, self.name, transport) = (run, name, MemoryTransport(run.network))
  }

  func start() {
    transport.connect(events: { [unowned self] in handle($0) }) { [unowned self] result in
      switch result {
      case .success(let made):
        run.note("\(name) connected")
        connection = made
        made.open(.orders()) { [unowned self] _ in opened() }
      case .failure(let error):
        run.note("\(name) \(error.kind)")
        run.clock.schedule(after: .milliseconds(200)) { [unowned self] in start() }
      }
    }
  }

  func opened() {}

  func handle(_ event: ConnectionEvent) {
    run.note("\(name) \(event)")
    guard case .lost = event else { return }
    connection = nil
    run.clock.schedule(after: .milliseconds(200)) { [unowned self] in start() }
  }
}

final class RunPublisher: RunProcess, @unchecked Sendable {
  private var waiting: [(ticket: UInt64, message: WireMessage)] = []
  private var isOpen = false
  private var timer: (any Disposable)?
  private let events: Int

  init(_ run: MemoryRun, name: String, events: Int) {
    self.events = events
    super.init(run, name: name)
  }

  override func start() {
    if timer == nil, waiting.isEmpty { for number in 1...events { publish(UInt64(number)) } }
    super.start()
  }

  private func publish(_ number: UInt64) {
    run.clock.schedule(after: .milliseconds(200 * Int(number))) { [unowned self] in
      let message = WireMessage(durable: "\(name)-\(number)")
      waiting.append((number, message))
      if isOpen { try? connection?.store(message, ticket: number) }
      try? connection?.send(WireMessage(live: "\(name)-\(number)"))
      sendAgain(after: .seconds(5))
    }
  }

  override func opened() {
    isOpen = true
    sendAll()
  }

  private func sendAll() {
    for (ticket, message) in waiting { try? connection?.store(message, ticket: ticket) }
    if !waiting.isEmpty { sendAgain(after: .seconds(5)) }
  }

  private func sendAgain(after delay: Duration) {
    timer?.dispose()
    timer = run.clock.schedule(after: delay) { [unowned self] in if isOpen { sendAll() } }
  }

  override func handle(_ event: ConnectionEvent) {
    super.handle(event)
    switch event {
    case .stored(let confirmed, _):
      waiting.removeAll { $0.ticket == confirmed }
      if waiting.isEmpty { timer?.dispose() }
    case .unavailable: sendAgain(after: .milliseconds(500))
    case .lost:
      isOpen = false
      timer?.dispose()
    default: break
    }
  }
}

final class RunMember: RunProcess, @unchecked Sendable {
  private let settings: ConsumerSettings
  private var consumer: (any TransportConsumer)?
  private var subscription: (any TransportHandle)?

  init(_ run: MemoryRun, group: String, name: String, isOrdered: Bool) {
    settings = .billing(group, isOrdered: isOrdered, deadline: .seconds(5))
    super.init(run, name: name)
  }

  override func opened() {
    subscription = try? connection?.subscribe(to: .live, group: settings.group) { [unowned self] in
      run.note("\(name) live \($0.text)")
    }
    connection?.consume(settings, from: nil, receive: { [unowned self] in receive($0) }) { [unowned self] result in
      consumer = try? result.get()
      consumer?.request(3)
    }
  }

  private func receive(_ delivery: StoredMessage) {
    run.note("\(name) \(delivery.message.text) (\(delivery.attempt))")
    run.handled[settings.group, default: []].append(delivery.message.text)
    if delivery.sequence % 7 == 0, delivery.attempt == 1 {
      consumer?.extend(delivery.token)
      consumer?.retry(delivery.token, after: .milliseconds(300))
    } else {
      consumer?.acknowledge(delivery.token)
    }
    consumer?.request(1)
  }
}
