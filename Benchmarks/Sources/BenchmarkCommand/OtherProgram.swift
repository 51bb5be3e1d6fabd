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
    var arguments = ["--exact-only", "--json"] + options.filter.flatMap { ["--filter", $0] }
    if options.quick { arguments.append("--quick") }
    if options.noInstructions { arguments.append("--no-instructions") }
    let exact: Results = try ChildProcess(program, arguments: arguments).answer()
    var joined = exact
    joined.measurements = times
    let indices = Dictionary(uniqueKeysWithValues: times.enumerated().map { ($1.identity, $0) })
    for row in exact.measurements {
      guard let index = indices[row.identity] else {
        joined.measurements.append(row)
        continue
      }
      joined.measurements[index].mallocsPerOp = row.mallocsPerOp
      joined.measurements[index].bytesPerSubscriber = row.bytesPerSubscriber
      joined.measurements[index].peakBytes = row.peakBytes
      joined.measurements[index].instructionsPerOp = row.instructionsPerOp
      joined.measurements[index].retainsPerOp = row.retainsPerOp
    }
    return joined
  }
}
