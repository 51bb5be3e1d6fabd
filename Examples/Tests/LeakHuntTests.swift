import Foundation
import Testing

@Suite("Examples: the leak hunt")
struct LeakHuntTests {
  #if Tracing
    @Test("finds the leak at its line, and nothing after the fix")
    func hunt() throws {
      let lines = try ExampleProgram("LeakHunt").end()
      #expect(lines.first == "the symptom: 3 players are gone, and the clock still has 3 subscribers")
      #expect(lines.contains { $0.contains("LeakingPlayer held by the subscription made at LeakHunt/Players.swift:8") })
      #expect(lines.last == "after: no leaks in 3 cycles after 1 to warm up")
    }
  #else
    @Test("without the trait, shows the symptom and says how to build")
    func trait() throws {
      let lines = try ExampleProgram("LeakHunt").end(status: 1)
      #expect(lines.first == "the symptom: 3 players are gone, and the clock still has 3 subscribers")
      #expect(lines.last == "run: swift run --package-path Examples --traits Tracing LeakHunt")
    }
  #endif
}
