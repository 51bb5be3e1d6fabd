import SwitchboardTraceFile
import SwitchboardTracing
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes files for Tests/TraceFile/check_perfetto.py, with the counts that the script has to find in them, to the
/// directory that SWITCHBOARD_TRACE_SAMPLES names. Does nothing without that variable.
@Suite("Samples for Perfetto's readers")
struct SampleTests {
  @Test("with the counts that the readers must find", arguments: 0..<8 as Range<UInt64>)
  func samples(seed: UInt64) throws {
    guard let directory = getenv("SWITCHBOARD_TRACE_SAMPLES").map({ String(cString: $0) }) else { return }
    let snapshot = TraceGenerator.snapshot(seed: seed, steps: 20_000)
    try snapshot.write(to: "\(directory)/sample-\(seed).pftrace")
    let file = snapshot.afterRoundTrip
    var kinds: [String: Int] = [:]
    for record in file.records where record.kind != .end { kinds[record.kind.name, default: 0] += 1 }
    let counters = file.records.count { record in
      let label = file.symbols.label(of: record)
      return (record.kind == .subscribe || record.kind == .dispose) && record.registry != 0
        && !(label.name == nil && label.type.hasPrefix("Observer<"))
    }
    let origins = Set(file.records.filter { $0.kind == .queue || $0.kind == .hop }.map(\.flow))
    let arrivals = file.records.filter { $0.kind == .arrive || $0.kind == .send && $0.isIndirect }
    let flows = arrivals.filter { origins.contains($0.flow) }.count
    var sites: [String: Int] = [:]
    for record in file.records where record.kind == .subscribe && record.site != 0 {
      sites[file.symbols.site(of: record).description, default: 0] += 1
    }
    let subscriptions = file.records.reduce(UInt64(0)) { $0 &+ $1.subscription }
    try write(
      Array(
        """
        { "kinds": \(json(kinds)),
          "counts": { "counters": \(counters), "flows": \(flows), "losses": \(kinds["lost"] ?? 0),
                      "sum of subscription": \(subscriptions) },
          "subscribeSites": \(json(sites)) }
        """.utf8), to: "\(directory)/sample-\(seed).json")
  }

  private func json(_ counts: [String: Int]) -> String {
    "{ " + counts.map { "\"\($0)\": \($1)" }.sorted().joined(separator: ", ") + " }"
  }
}
