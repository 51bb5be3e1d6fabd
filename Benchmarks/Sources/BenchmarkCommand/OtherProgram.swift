import BenchmarkHarness
import BenchmarkResults
import Foundation

/// Another version of the suite's program, which is compared with this version.
struct OtherProgram {
  let program: URL
  private let suite: Suite

  init(path: String, suite: Suite) {
    program = URL(fileURLWithPath: path)
    self.suite = suite
  }

  /// Runs the program for its exact figures, and returns them together with times of the same program.
  func results(adding times: [BenchmarkResults.Measurement], _ options: MeasurementOptions) throws -> Results {
    let exact = try Self.exactResults(of: program.path, options)
    var joined = exact
    joined.measurements = times.adding(exact: exact.measurements)
    return joined
  }

  /// Runs the program at `path` for its exact figures.
  static func exactResults(of path: String, _ options: MeasurementOptions) throws -> Results {
    var arguments = ["--exact-only", "--json"] + options.filter.flatMap { ["--filter", $0] }
    if options.quick { arguments.append("--quick") }
    if options.noInstructions { arguments.append("--no-instructions") }
    return try ChildProcess(URL(fileURLWithPath: path), arguments: arguments).answer()
  }
}

extension [BenchmarkResults.Measurement] {
  /// Returns these rows with the exact figures of `others`, and the rows that only `others` have.
  func adding(exact others: [BenchmarkResults.Measurement]) -> Self {
    var joined = self
    let indices = Dictionary(uniqueKeysWithValues: enumerated().map { ($1.identity, $0) })
    for row in others {
      guard let index = indices[row.identity] else {
        joined.append(row)
        continue
      }
      joined[index].mallocsPerOp = row.mallocsPerOp
      joined[index].bytesPerSubscriber = row.bytesPerSubscriber
      joined[index].peakBytes = row.peakBytes
      joined[index].instructionsPerOp = row.instructionsPerOp
      joined[index].retainsPerOp = row.retainsPerOp
    }
    return joined
  }
}
