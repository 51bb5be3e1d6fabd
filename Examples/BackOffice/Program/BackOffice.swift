import BackOfficeAudit
import BackOfficeEvents
import BackOfficePayments
import BackOfficeUsers
import Foundation
import Switchboard
import SwitchboardFoundation

/// A server whose modules communicate only through the bus. Reads requests from the standard input, and runs until a
/// signal asks it to end.
@main
struct BackOffice {
  static func main() async throws {
    let bus = EventBus(name: "back office")
    let modules: [any Actor] = [Users(bus), Payments(bus), Audit(bus)]
    bus.subscribe(DeadEvent.self) { dead in print("no subscriber for \(type(of: dead.event))") }

    let (ends, end) = AsyncStream.makeStream(of: ProcessSignal.self)
    bus.on(ProcessEvent.self).once().next { event in
      end.yield(event.signal)
      end.finish()
    }
    // From here on SIGTERM and ctrl-C are events.
    let lifecycle = try ProcessLifecycle([.terminate, .interrupt], to: bus)
    Thread.detachNewThread { read(bus) }

    for await signal in ends { say("\(signal): closing") }
    try await bus.deliver(Closing())
    bus.dispatch(RegistrationRequested(user: "late"))
    lifecycle.dispose()
    say("closed")
    withExtendedLifetime(modules) {}
  }

  /// Serves each line of the input. Does not use `readLine`, because a waiting `readLine` blocks flushing the output.
  private static func read(_ bus: EventBus) {
    say("ready")
    var rest: [UInt8] = []
    while case let piece = FileHandle.standardInput.availableData, !piece.isEmpty {
      rest += piece
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        serve(String(decoding: rest[..<end], as: UTF8.self), bus)
        rest.removeFirst(end + 1)
      }
    }
  }

  /// Serves one request: `register NAME` or `pay NAME AMOUNT`.
  private static func serve(_ line: String, _ bus: EventBus) {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "register" where words.count == 2: bus.dispatch(RegistrationRequested(user: words[1]))
    case "pay" where words.count == 3 && Int(words[2]) != nil:
      bus.dispatch(PaymentRequested(user: words[1], amount: Int(words[2]) ?? 0))
    default: print("unknown: \(line)")
    }
    fflush(nil)
  }

  private static func say(_ line: String) {
    print(line)
    fflush(nil)
  }
}
