import Testing

@Suite("Examples: the thermostat")
struct ThermostatTests {
  @Test("two modules exchange their state through the white board, and one is deallocated")
  func run() throws {
    #expect(
      try ExampleProgram("Thermostat").end() == [
        "15 °C", "heating", "17 °C", "19 °C", "off", "21 °C", "20 °C", "19 °C", "2 observers are left",
      ])
  }
}
