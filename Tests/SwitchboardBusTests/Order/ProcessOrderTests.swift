import SwitchboardTestSupport
import Testing

@Suite("R1 Order in many processes")
struct ProcessOrderTests {
  /// Runs the test program `bus-order`, and returns the lines that it prints.
  private func run() throws -> [String] {
    let program = try EndedProgram.run(try builtProgram("TestPrograms"), ["bus-order"])
    #expect(program.status == 0)
    return program.output.split(separator: "\n").map(String.init)
  }

  @Test("20 new processes print the same order, which is the promised order")
  func same() throws {
    let first = try run()
    for _ in 1..<20 { #expect(try run() == first) }
    #expect(
      first.prefix(14) == [
        "type 3 a", "type 7 a", "type 11 a", "subtype a 3 a", "subtype a 9 a", "type 2 a", "type 6 a", "type 10 a",
        "subtype a 0 a", "subtype a 6 a", "both a", "type 1 a", "type 5 a", "type 9 a",
      ])
    #expect(first.suffix(4) == ["sticky x", "sticky z", "sticky y", "sticky w"])
    #expect(first.filter { $0 == "parent" }.count == 4)
  }
}
