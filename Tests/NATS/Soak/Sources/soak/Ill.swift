import Foundation
import Switchboard
import SwitchboardLink

/// An event of a type on which everything goes wrong.
struct SoakIll: DurableEvent {
  static let wireName = "soak-ill"
  static let streamLimits = StreamLimits(bytes: 64 << 20)

  var number: Int

  /// Every 50th event has a subtype that is longer than a server's line.
  var subtype: String? { number % 50 == 7 ? String(repeating: "é", count: 1_000) + "\(number)" : nil }
  /// Every 200th event ends each process that handles it.
  var isPoison: Bool { number % 200 == 11 }
  /// Every 200th event fails in each attempt, with a long reason.
  var fails: Bool { number % 200 == 13 }
}

/// The processes of the ill type: they publish, crash and fail, beside those that are checked.
enum Ill {
  struct Failure: Error, CustomStringConvertible {
    var description: String { String(repeating: "x", count: 3 << 20) }
  }

  /// Publishes until the operating system asks the process to end.
  static func publish(_ arguments: Arguments) async {
    let link = BusLink(EventBus(), application: "soak", over: arguments.transport, options: arguments.options)
    let reports = Reports(link)
    let pace = Pace(perSecond: arguments.number("rate", default: 200))
    let start = arguments.number("from")
    let loop = Task {
      var number = start
      while !Task.isCancelled {
        await pace.next()
        number += 1
        let event = SoakIll(number: number)
        // Its outcome is not checked: the stream is deleted at any time.
        Task { try? await link.publish(event, within: .seconds(30)) }
      }
    }
    await terminated()
    loop.cancel()
    try? await link.close(within: .seconds(1))
    reports.writeCensus()
  }

  /// Handles as a member of the group, and notes each beginning before it fails.
  static func handle(_ arguments: Arguments) async {
    let log = LogFile(arguments.text("log"))
    let bus = EventBus()
    let subscription = bus.on(SoakIll.self).tryNext { event in
      log.append("\(event.number) \(RemoteArrival.current?.attempt ?? 0)\n")
      if event.isPoison { kill(getpid(), SIGKILL) }
      if event.fails { throw Failure() }
    }
    let link = BusLink(bus, application: "soak", over: arguments.transport, options: arguments.options)
    link.receive(
      SoakIll.self, as: arguments.text("group"), retry: RetryPolicy(attempts: 3, pause: .milliseconds(200)))
    let reports = Reports(link)
    await terminated()
    try? await link.close(within: .seconds(5))
    subscription.dispose()
    reports.writeCensus()
  }
}
