import Foundation
import Testing

@Suite("Examples: the back office")
struct BackOfficeTests {
  @Test(
    "serves requests, and closes its modules in order when the program asks it to end", arguments: [SIGTERM, SIGINT])
  func run(signal: Int32) throws {
    let program = try ExampleProgram("BackOffice")
    program.type("register ann\nregister ann\nregister bob\npay ann 300\npay eve 5\npay bob 20\nnonsense\n")
    // The program must have served all requests before the signal asks it to end.
    program.wait(for: "unknown: nonsense")
    program.signal(signal)
    #expect(
      program.end() == [
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
