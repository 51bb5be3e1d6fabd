import Search
import Switchboard
import SwitchboardTesting
import Testing

@Suite("Examples: getting started")
struct GettingStartedTests {
  @Test("the program prints what the pages say")
  func program() throws {
    let program = try ExampleProgram("GettingStarted")
    #expect(
      program.end() == [
        "typed: s",
        "typed: sw",
        "the screen shows: s",
        #"found: ["Swift by example", "Swift in depth"]"#,
      ])
  }

  @Test func searchesOnceTheTypingPauses() {
    let clock = TestScheduler()
    let search = Search(on: clock) { text in Signal.just([text.uppercased()]) }
    let results = clock.record(search.results.changes)

    search.typed.send("swi")
    clock.advance(by: .milliseconds(299))
    search.typed.send("swift")  // another 300 ms
    clock.advance(by: .milliseconds(300))

    #expect(results.events.map(\.event) == [.value(["SWIFT"])])
  }
}
