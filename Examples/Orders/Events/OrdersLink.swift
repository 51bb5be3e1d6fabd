import LocalSockets
public import Switchboard
public import SwitchboardLink

/// Links a bus to the other programs of this example, and prints what happens to the link.
///
/// - Parameter part: The program's name in front of each line.
public func ordersLink(_ bus: EventBus, over engine: any EventTransport, part: String) -> BusLink {
  var options = LinkOptions()
  // What a killed worker held goes to another worker after this time.
  options.acknowledgementDeadline = .seconds(3)
  let link = BusLink(bus, application: "orders", over: engine, options: options)
  // The link tries to connect again and again. Only the first of equal attempts is a line.
  link.state.signal.compactMap(\.news).distinctUntilChanged().subscribe { say("\(part): \($0)") }
  link.problems.subscribe { say("\(part): problem: \($0)") }
  return link
}

extension BusLink {
  /// Returns when the link is connected, and the line that says so is printed.
  public func open() async throws {
    try await ready(within: .seconds(3))
    _ = await state.signal.filter { $0 == .connected }.first()
  }
}

extension LinkState {
  /// What a person wants to know about the state. Each program says itself that it opens or closes.
  fileprivate var news: String? {
    switch self {
    case .connecting(let error?): "disconnected: \(error)"
    case .connected: "connected"
    case .connecting(nil), .closing, .closed: nil
    }
  }
}
