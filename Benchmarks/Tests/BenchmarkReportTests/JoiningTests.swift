import BenchmarkResults
import Testing

/// `--append` with results that are already there.
@Suite("Results of several suites")
struct JoiningTests {
  private let storage = CannedResults(sizes: [64], workloads: ["churn"]).results
  private let runtime = CannedRuntime().results

  /// Returns the candidates of the program; the allocator is not a candidate.
  private func names(_ results: Results) -> Set<String> {
    Set(results.measurements.map(\.candidate)).subtracting(["allocator"])
  }
  private var runtimeNames: Set<String> { names(runtime) }

  @Test func `other suites are kept, its own are replaced`() {
    let both = runtime.joining(storage, replacing: runtimeNames)
    #expect(both.measurements == storage.measurements + runtime.measurements)
    let fewer = CannedRuntime(times: ["subject.send": (4, 128)]).results
    #expect(fewer.joining(both, replacing: runtimeNames).measurements == storage.measurements + fewer.measurements)
    #expect(runtime.joining(nil, replacing: runtimeNames) == runtime)
  }

  @Test func `workloads of both are described, each once`() {
    var own = runtime
    own.workloads = [WorkloadDescription(suite: "runtime", name: "subject.send", sentence: "Sends.")]
    let both = own.joining(storage, replacing: runtimeNames)
    #expect(both.workloads == storage.workloads + own.workloads)
    own.workloads[0].sentence = "Sends a value."
    #expect(own.joining(both, replacing: runtimeNames).workloads == storage.workloads + own.workloads)
  }

  @Test func `two builds of one suite stand side by side, and each replaces only its own`() {
    let tracing = CannedTracing()
    let both = tracing.off.joining(
      tracing.on.joining(runtime, replacing: names(tracing.on)), replacing: names(tracing.off))
    let selfCheck = tracing.off.measurements[0]
    #expect(both.measurements.filter { $0.workload == selfCheck.workload } == [selfCheck])
    let on = Array(tracing.on.measurements.dropFirst())
    #expect(both.measurements == runtime.measurements + on + tracing.off.measurements)

    var again = tracing.off
    again.measurements.removeAll { $0.workload != "send" }
    let replaced = again.joining(both, replacing: names(tracing.off))
    #expect(
      replaced.measurements.filter { $0.candidate == "off" } == again.measurements.filter { $0.candidate == "off" })
    #expect(replaced.measurements.filter { $0.candidate == "stopped" } == on.filter { $0.candidate == "stopped" })
  }

  @Test func `a program replaces what it has candidates for, measured this time or not`() {
    var filtered = runtime
    filtered.measurements.removeAll { $0.candidate != "registry" }
    #expect(filtered.joining(runtime, replacing: runtimeNames).measurements == filtered.measurements)
  }

  @Test func `a run that found nothing replaces nothing`() {
    var empty = runtime
    empty.measurements = []
    #expect(empty.joining(runtime, replacing: runtimeNames).measurements == runtime.measurements)
  }

  @Test func `one interrupted run makes the whole partial, until it is replaced`() {
    var interrupted = storage
    interrupted.partial = true
    #expect(runtime.joining(interrupted, replacing: runtimeNames).partial)
    #expect(!storage.joining(interrupted, replacing: names(storage)).partial)
    var partial = runtime
    partial.partial = true
    #expect(partial.joining(storage, replacing: runtimeNames).partial)
  }

  @Test func `flags of both runs are kept, once`() {
    var quick = runtime
    quick.environment.flags = "--quick"
    let joined = quick.joining(storage, replacing: runtimeNames)
    #expect(joined.environment.flags == "-O · --quick")
    #expect(quick.joining(joined, replacing: runtimeNames).environment.flags == "-O · --quick")
  }

  @Test func `another build or machine is named`() {
    let environment = storage.environment
    #expect(environment.difference(from: environment) == nil)
    var other = environment
    other.date = "2027-01-01T00:00:00Z"
    other.flags = "--quick"
    #expect(environment.difference(from: other) == nil)
    other.commit = "fedcba9"
    #expect(environment.difference(from: other) == "the commit is 0123abc, not fedcba9")
    other = environment
    other.swift = "Swift 7"
    #expect(environment.difference(from: other) == "the compiler is Swift 6.3.1, not Swift 7")
    other = environment
    other.allocator = Allocator(name: "glibc", version: "2.36", selfCheck: .unavailable)
    #expect(environment.difference(from: other)?.contains("the allocator is jemalloc 5.3.0 self-check passed") == true)
  }
}
