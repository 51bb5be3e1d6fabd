import Switchboard
import SwitchboardBroadcast
import SwitchboardLinkTesting
import SwitchboardTesting

@testable import SwitchboardLink

/// A network in virtual time, and the processes on it.
final class World {
  let clock = TestScheduler()
  let network: MemoryNetwork
  private var origins: UInt64 = 0

  init(_ faults: FaultSchedule = .none, maximumPayload: Int = 1 << 20) {
    network = MemoryNetwork(scheduler: clock, faults: faults, maximumPayload: maximumPayload)
  }

  /// Makes a process: a bus with a link.
  func process(_ change: (inout LinkOptions) -> Void = { _ in }, bus: EventBus = EventBus()) -> Process {
    origins += 1
    var options = LinkOptions()
    (options.scheduler, options.origin) = (clock, origins)
    change(&options)
    let transport = MemoryTransport(network)
    return Process(bus, BusLink(bus, application: "shop", over: transport, options: options), transport)
  }

  func advance(by time: Duration = .milliseconds(10)) { clock.advance(by: time) }
}

/// Makes a process that gets questions and answers none, because it is stopped.
func silentResponder(_ world: World) -> Process {
  let responder = world.process()
  responder.bus.subscribe(Question.self) { _ in }
  responder.link.respond(to: Question.self)
  world.advance()
  responder.transport.stall(for: .seconds(5))
  return responder
}

/// One simulated process.
struct Process {
  let bus: EventBus
  let link: BusLink
  let transport: MemoryTransport

  init(_ bus: EventBus, _ link: BusLink, _ transport: MemoryTransport) {
    (self.bus, self.link, self.transport) = (bus, link, transport)
  }

  /// Collects what the bus delivers.
  func collect<E: Event>(_ type: E.Type) -> Log<E> {
    let log = Log<E>()
    bus.subscribe(type) { log.append($0) }
    return log
  }
}

/// A list that handlers on any thread append to.
final class Log<Element: Sendable>: Sendable {
  private let state = Lock<[Element]>([])
  var elements: [Element] { state.withLock { $0 } }
  func append(_ element: Element) { state.withLock { $0.append(element) } }
}

/// Thrown by handlers on purpose.
struct Refusal: Error {}
