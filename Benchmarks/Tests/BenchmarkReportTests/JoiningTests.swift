import BenchmarkResults
import Testing

/// What `--append` does with the results that are there.
@Suite("Results of several suites")
struct JoiningTests {
  private let storage = CannedResults(sizes: [64], workloads: ["churn"]).results
  private let runtime = CannedRuntime().results

  @Test func `other suites are kept, its own are replaced`() {
    let both = runtime.joining(storage)
    #expect(both.measurements == storage.measurements + runtime.measurements)
    let fewer = CannedRuntime(times: ["subject.send": (4, 128)]).results
    #expect(fewer.joining(both).measurements == storage.measurements + fewer.measurements)
    #expect(runtime.joining(nil) == runtime)
  }

  @Test func `one interrupted run makes the whole partial, until it is replaced`() {
    var interrupted = storage
    interrupted.partial = true
    #expect(runtime.joining(interrupted).partial)
    #expect(!storage.joining(interrupted).partial)
    var partial = runtime
    partial.partial = true
    #expect(partial.joining(storage).partial)
  }

  @Test func `flags of both runs are kept, once`() {
    var quick = runtime
    quick.environment.flags = "--quick"
    let joined = quick.joining(storage)
    #expect(joined.environment.flags == "-O · --quick")
    #expect(quick.joining(joined).environment.flags == "-O · --quick")
  }

  @Test func `another build or machine is named`() {
    let environment = storage.environment
    #expect(environment.difference(from: environment) == nil)
    var other = environment
    other.date = "2027-01-01T00:00:00Z"
    other.flags = "--quick"
    #expect(environment.difference(from: other) == nil)
    other.commit = "fedcba9"
    #expect(environment.difference(from: other) == "its commit is 0123abc, not fedcba9")
    other = environment
    other.swift = "Swift 7"
    #expect(environment.difference(from: other) == "its compiler is Swift 6.3.1, not Swift 7")
    other = environment
    other.allocator = Allocator(name: "glibc", version: "2.36", selfCheck: .unavailable)
    #expect(environment.difference(from: other)?.contains("its allocator is jemalloc 5.3.0 self-check passed") == true)
  }
}
