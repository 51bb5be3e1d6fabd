import Foundation
import SwitchboardTestSupport
import Testing

@Suite("Examples: the thermostat")
struct ThermostatTests {
  @Test("two modules exchange their state through the white board, and one is deallocated")
  func run() throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try builtProgram("Thermostat"))
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(
      text.split(separator: "\n") == [
        "15 °C", "heating", "17 °C", "19 °C", "off", "21 °C", "20 °C", "19 °C", "2 observers are left",
      ])
  }
}
