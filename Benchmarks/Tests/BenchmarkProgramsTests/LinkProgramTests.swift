import BenchmarkReport
import Foundation
import Testing

/// The command `link-benchmark`, built without the trait `NATS`.
@Suite("The command for links")
struct LinkProgramTests {
  @Test func `the limits are about workloads and candidates that exist`() throws {
    let program = try Program("link-benchmark")
    let names =
      LinkNames.kinds.flatMap { [LinkNames.rate($0), LinkNames.share($0)] }
      + LinkNames.dispatches.flatMap { [LinkNames.dispatch($0), LinkNames.more($0)] }
      + [LinkNames.encode, LinkNames.decode, LinkNames.median, LinkNames.slowest, LinkNames.mallocs]
    #expect(Set(program.workloads) == Set(names))
    let candidates = [
      LinkNames.peer, LinkNames.nats, LinkNames.json, LinkNames.bus, LinkNames.memory, LinkNames.wake,
    ]
    #expect(Set(program.candidates) == Set(candidates))
  }

  @Test func `without NATS, links in memory are measured, and the rest is said to be missing`() throws {
    let outcome = try BuiltProgram("link-benchmark").run(["--quick", "--json"])
    #expect(outcome.status == 0)
    let results = try JSONDecoder().decode(Summary.self, from: Data(outcome.output.utf8))
    #expect(results.incomplete.contains { $0.contains("apt-get install nats-server libnats-dev") })
    func median(_ workload: String, _ candidate: String) -> Double? {
      results.measurements.first { $0.workload == workload && $0.candidate == candidate }?.median
    }
    #expect(median(LinkNames.more("loaded"), LinkNames.memory) != nil)
    #expect(median(LinkNames.encode, LinkNames.json) != nil)
    #expect(median(LinkNames.rate(LinkNames.live), LinkNames.nats) == nil)
  }

  @Test func `a process without a job says so`() throws {
    let outcome = try BuiltProgram("link-benchmark").run(["measure-link"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("measure-link needs an argument"))
  }

  /// What these tests read of results.
  private struct Summary: Decodable {
    struct Row: Decodable {
      let workload, candidate: String
      let median: Double?
    }
    let incomplete: [String]
    let measurements: [Row]
  }
}
