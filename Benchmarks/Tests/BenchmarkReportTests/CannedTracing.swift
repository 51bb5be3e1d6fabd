import BenchmarkResults

/// Made-up runs of the suite `tracing`, one of each build.
struct CannedTracing: Sendable {
  /// The nanoseconds of an event by candidate, on one thread and on two.
  var event: [String: [Double]] = [
    "recording": [10, 10.2], "recording-again": [10.1, 10.2], "sequence-only": [2.5, 2.6], "floor-on": [9.8, 9.9],
    "floor-off": [9.8, 9.8],
  ]
  /// The nanoseconds of a send by candidate, to one subscriber and to 16.
  var send: [String: [Double]] = [
    "stopped": [4.5, 40], "stopped-again": [4.5, 40.4], "recording": [29.5, 176], "off": [4.25, 39.5],
    "off-again": [4.25, 39.5], "floor-on": [2, 20], "floor-off": [2, 20],
  ]
  /// The instructions of a subscription by candidate.
  var instructions: [String: Double?] = ["off": 515, "stopped": 550, "recording": 610]
  var cores = 1.9
  /// The nanoseconds and bytes per record, and the nanoseconds per record of the summary.
  var files: [String: Double] = ["file.write": 50, "file.read": 100, "file.bytes": 26.5, "summary": 205]
  var summaryPeak = 21e6

  /// The run with the trait.
  var on: Results { results { !$0.contains("off") } }
  var off: Results { results { $0.contains("off") } }
  var both: Results { off.joining(on, replacing: []) }

  private func results(_ isOwn: (String) -> Bool) -> Results {
    let check = Measurement(suite: "tracing", workload: "self-check", candidate: "allocator", n: 1, mallocsPerOp: 1)
    let own = rows.filter { isOwn($0.candidate) }
    return Results(environment: CannedResults().results.environment, measurements: [check] + own)
  }

  private var rows: [Measurement] {
    timed("event", event, [1, 2]) + [row("event.cores", "recording", 2, cores, unit: "cores")]
      + timed("send", send, [1, 16])
      + instructions.keys.sorted().map { name in
        Measurement(
          suite: "tracing", workload: "subscribe", candidate: name, n: 256, mallocsPerOp: 2,
          bytesPerSubscriber: name == "off" ? 112 : 144, instructionsPerOp: instructions[name] ?? nil, retainsPerOp: 4)
      }
      + files.keys.sorted().map { name in
        var row = row(
          name, "perfetto", name == "summary" ? 10_000_000 : 1_000_000, files[name],
          unit: name == "file.bytes" ? "bytes/op" : "ns/op")
        if name == "summary" { row.peakBytes = summaryPeak }
        return row
      }
  }

  private func timed(_ workload: String, _ times: [String: [Double]], _ sizes: [Int]) -> [Measurement] {
    times.keys.sorted().flatMap { name in
      zip(sizes, times[name] ?? []).map { row(workload, name, $0, $1) }
    }
  }

  private func row(
    _ workload: String, _ candidate: String, _ n: Int, _ median: Double?, unit: String = "ns/op"
  ) -> Measurement {
    Measurement(
      suite: "tracing", workload: workload, candidate: candidate, n: n, unit: unit, median: median, min: median,
      max: median, rounds: 4, samples: median.map { CannedSamples().samples($0, candidate, n) })
  }
}
