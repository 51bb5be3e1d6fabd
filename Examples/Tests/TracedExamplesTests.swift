import Testing

@Suite("Examples: prices and logins")
struct TracedExamplesTests {
  @Test("four threads send all their prices")
  func prices() throws {
    #expect(try ExampleProgram("PriceTicker", ["--rounds", "500"]).end() == ["4 feeders sent 2000 prices"])
  }

  @Test("the title follows every login, and a leak changes nothing that a user sees", arguments: [[], ["--leak"]])
  func logins(arguments: [String]) throws {
    let titles = ["ann", "bob", "cid"].flatMap { ["Welcome, \($0)", "Please log in"] }
    #expect(try ExampleProgram("LoginFlow", arguments).end() == ["Please log in"] + titles)
  }

  @Test(
    "a wrong command line ends with the usage",
    arguments: [
      ("PriceTicker", ["--rounds"]), ("PriceTicker", ["--rounds", "many"]), ("PriceTicker", ["--rounds", "-1"]),
      ("PriceTicker", ["10"]), ("LoginFlow", ["--leek"]), ("LoginFlow", ["--leak", "x"]),
    ])
  func usage(name: String, arguments: [String]) throws {
    let program = try ExampleProgram(name, arguments)
    #expect(program.end(status: 64).isEmpty)
    #expect(program.complaint().hasPrefix("usage: \(name) "))
  }
}
