import Search
import Switchboard
import SwitchboardTesting
import Testing

@Suite("Examples: getting started")
struct GettingStartedTests {
  @Test("the program prints what the pages say")
  func program() throws {
    let lines = try ExampleProgram("GettingStarted").end()
    #expect(lines.prefix(3) == ["typed: s", "typed: sw", "the screen shows: s"])
    let found = #"found: ["Swift by example", "Swift in depth"]"#
    #expect(lines.last == found)
    // The program measures real time. If the system stops it while it types, it finds the books of an earlier text too.
    let earlier = #"found: ["Swift by example", "Swift in depth", "Swimming for beginners"]"#
    #expect(lines.dropFirst(3).allSatisfy { $0 == found || $0 == earlier })
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
