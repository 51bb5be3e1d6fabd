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
}
