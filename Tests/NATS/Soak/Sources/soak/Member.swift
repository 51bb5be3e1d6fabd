import Dispatch
import Foundation
import Switchboard
import SwitchboardLink
import SwitchboardNATS

/// Handles orders as a member of a group, and notes each delivery before the link acknowledges it.
enum Member {
  static func run(_ arguments: Arguments) async {
    let log = LogFile(arguments.text("log"))
    let bus = EventBus()
    let subscription = bus.on(SoakOrder.self).next { order in
      guard let arrival = RemoteArrival.current else { fail("an order came from this process") }
      log.append("\(order.sender) \(order.number) \(arrival.attempt) \(arrival.sequence ?? 0)\n")
    }
    let link = BusLink(bus, application: "soak", over: arguments.transport, options: arguments.options)
    link.receive(SoakOrder.self, as: arguments.text("group"))
    let reports = Reports(link)
    await terminated()
    try? await link.close(within: .seconds(5))
    subscription.dispose()
    reports.writeCensus()
  }
}

/// Returns when the operating system asks the process to end.
func terminated() async {
  signal(SIGTERM, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: SIGTERM)
  await withCheckedContinuation { continuation in
    source.setEventHandler {
      source.cancel()
      continuation.resume()
    }
    source.resume()
  }
}
