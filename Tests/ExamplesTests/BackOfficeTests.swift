import Foundation
import SwitchboardTestSupport
import Testing

@Suite("Examples: the back office")
struct BackOfficeTests {
  @Test(
    "serves requests, and closes its modules in order when the program asks it to end", arguments: [SIGTERM, SIGINT])
  func run(signal: Int32) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try builtProgram("BackOffice"))
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.runUnblocked()
    input.fileHandleForWriting.write(
      Data("register ann\nregister ann\nregister bob\npay ann 300\npay eve 5\npay bob 20\nnonsense\n".utf8))
    var text = ""
    // The program must have served all requests before the signal asks it to end.
    while !text.contains("nonsense\n") {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      text += String(decoding: piece, as: UTF8.self)
    }
    kill(process.processIdentifier, signal)
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(
      text.split(separator: "\n") == [
        "ready",
        "audit: ann is registered",
        "audit: bob is registered",
        "audit: 300 of ann accepted",
        "audit: 5 of eve refused",
        "audit: 20 of bob accepted",
        "unknown: nonsense",
        signal == SIGTERM ? "SIGTERM: closing" : "SIGINT: closing",
        "users: closed, 2 registered",
        "payments: 300 settled",
        "payments: 20 settled",
        "audit: closed with 5 entries, 1 refused",
        "no subscriber for RegistrationRequested",
        "closed",
      ])
  }
}
