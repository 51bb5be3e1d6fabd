import Foundation
import Testing

@Suite("Examples: orders")
struct OrdersTests {
  /// The lines of the shop or of the worker. The two print at their own times.
  private func lines(of part: String, _ lines: [String]) -> [String] { lines.filter { $0.hasPrefix("\(part): ") } }

  @Test("ships every order, and the order that failed comes again")
  func count() throws {
    let all = try ExampleProgram("Orders", ["--count", "4"]).end()
    let orders = ["2 × tea", "3 × coffee", "1 × vase", "2 × tea"].enumerated().flatMap { index, order in
      let number = index + 1
      return [
        "shop: order a-\(number): \(order)", "shop: order a-\(number) is stored", "shop: order a-\(number) is shipped",
      ]
    }
    #expect(
      lines(of: "shop", all)
        == ["shop: connected", "shop: a worker is here"] + orders + ["shop: closed after 4 orders"])
    #expect(
      lines(of: "worker", all) == [
        "worker: connected",
        "worker: shop a opens",
        "worker: ships order a-1: 2 × tea",
        "worker: ships order a-2: 3 × coffee",
        "worker: order a-3 is not shipped: a vase broke",
        "worker: order a-3 comes again, delivery 2",
        "worker: ships order a-3: 1 × vase",
        "worker: ships order a-4: 2 × tea",
        "worker: shop a closes after 4 orders",
        "worker: closed after 4 orders",
      ])
    #expect(all.count == 25)
  }

  @Test("closes the shop and then the worker when the program is asked to end", arguments: [SIGTERM, SIGINT])
  func end(signal: Int32) throws {
    let program = try ExampleProgram("Orders")
    program.wait(for: "shop: order a-1 is shipped")
    program.signal(signal)
    let all = program.end()
    #expect(lines(of: "shop", all).last?.hasPrefix("shop: closed after ") == true)
    #expect(all.last?.hasPrefix("worker: closed after ") == true)
  }

  @Test("a program whose output nobody reads ends")
  func closedPipe() throws {
    let program = try ExampleProgram("Orders")
    program.wait(for: "shop: connected")
    try program.closeOutput()
    program.exit()
  }

  @Test(
    "a wrong command line ends with the usage",
    arguments: [
      ["ship"], ["--count", "0"], ["--count"], ["worker", "--count", "1"], ["--server", "x"], ["shop", "x"], ["both"],
    ])
  func usage(arguments: [String]) throws {
    let program = try ExampleProgram("Orders", arguments)
    #expect(program.end(status: 64).isEmpty)
    #expect(program.complaint().contains("usage: Orders [--count N]"))
  }

  // `swift test --traits NATS` builds other programs.
  #if !NATS
    @Test("without the trait, the shop and the worker say how to get it", arguments: ["shop", "worker"])
    func trait(part: String) throws {
      let program = try ExampleProgram("Orders", [part])
      #expect(program.end(status: 64).isEmpty)
      #expect(program.complaint().contains("swift run --package-path Examples --traits NATS Orders \(part)\n"))
    }
  #endif
}
