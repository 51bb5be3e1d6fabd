import BenchmarkResults
import Testing

@testable import BenchmarkReport

@Suite("The section on links")
struct LinkSectionTests {
  private func text(_ canned: CannedLink) -> String { CannedReports.text(canned.results) }

  @Test func `what is within all limits is said to be, each with its figure`() {
    let text = text(CannedLink())
    #expect(text.contains("**Within all 6 limits that this run measured.**"))
    for row in [
      "| Live events over NATS, of what a program in C sends | ≥ 70 % | 70.0 % | met |",
      "| Durable events over NATS, of what a program in C sends | ≥ 50 % | 90.0 % | met |",
      "| A dispatch with a link in memory, more than without | ≤ 1000 ns | 110 ns | met |",
      "| A dispatch with a link over NATS, more than without | ≤ 1000 ns | 120 ns | met |",
      "| The same after pauses, in memory, beyond what it takes to wake a thread | ≤ 1000 ns | 100 ns | met |",
      "| The same after pauses, over NATS, beyond what it takes to wake a thread | ≤ 1000 ns | 0.00 ns | met |",
    ] { #expect(text.contains(row), "\(row)") }
    #expect(!text.contains("n/a: not measured"))
  }

  @Test func `every limit can be missed, and is named then`() {
    let canned = CannedLink(figures: [
      "live.share/nats": 59, "durable.share/nats": 49, "dispatch.loaded.more/memory": 1001,
      "dispatch.loaded.more/nats": 1001, "dispatch.isolated/wake": 5000, "dispatch.isolated.more/memory": 6001,
      "dispatch.isolated.more/nats": 6001,
    ])
    let limits = LinkSection(canned.results).limits
    #expect(limits.count == 6)
    for limit in limits { #expect(limit.outcome == .missed, "\(limit.title): \(String(describing: limit.measured))") }
  }

  @Test func `the figures behind the limits are given`() {
    let text = text(CannedLink())
    #expect(text.contains("700,000 live events per second, and 1,000,000 by the program in C; 90,000 durable events"))
    #expect(text.contains("To wake a thread takes 5000 ns here, the dispatch on a bus with a link in memory 5200 ns"))
    #expect(text.contains("and a message of the program in C 9000 ns."))
    #expect(text.contains("takes 200 µs (99 of 100: 400 µs); a bare request of the program in C takes 100 µs (300 µs)"))
    #expect(text.contains("JSON of a typical event takes 2200 ns to encode"))
    #expect(text.contains("Dispatches live events."))
  }

  @Test func `without NATS, the figures over NATS are not measured`() {
    let memory = CannedLink().figures.filter { $0.key.hasSuffix("/memory") || $0.key.hasSuffix("/wake") }
    let text = text(CannedLink(figures: memory))
    #expect(text.contains("**Within all 2 limits that this run measured.**"))
    #expect(text.contains("| Live events over NATS, of what a program in C sends | ≥ 70 % | n/a | n/a |"))
    #expect(text.contains("`apt-get install nats-server libnats-dev`"))
    #expect(!text.contains("From the dispatch to the server"))
  }
}
