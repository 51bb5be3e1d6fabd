import CFuzzDriver
import Foundation
import Switchboard
import SwitchboardFoundation

private struct Payload: Codable, Equatable {
  enum Level: String, Codable { case low, high }
  var user: String
  var age: Int?
  var score: Double?
  var level: Level?
  var tags: [String]?
  var parts: [String: Payload]?
  var date: Date?
}

@main
private enum JSONEventFuzzer {
  static func main() {
    var (count, arguments) = (CommandLine.argc, Optional(CommandLine.unsafeArgv))
    exit(LLVMFuzzerRunDriver(&count, &arguments) { readEvent($0!, $1) })
  }
}

/// Gives the bytes to a JSON event: subscribers get a payload, or the bus reports a failure. What can be decoded can be
/// encoded, and is then the same.
private func readEvent(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let event = JSONEvent("fuzz", data: Data(bytes: bytes, count: count))
  let payload: Payload?
  do throws(JSONEventError) {
    payload = try event.decode(Payload.self)
  } catch {
    precondition(!error.description.isEmpty)
    payload = nil
  }
  if let payload, let again = try? JSONEvent("again", encoding: payload) {
    precondition((try? again.decode(Payload.self)) == payload, "an encoded payload differs from what was encoded")
  }
  let bus = EventBus()
  bus.on(json: "fuzz", as: Payload.self).next { received in
    precondition(received == payload, "a subscriber got another payload")
  }
  bus.dispatch(event)
  return 0
}
