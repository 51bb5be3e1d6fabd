import ArgumentParser
import BenchmarkCommand

/// The command line of the suite `runtime`.
struct RuntimeBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "runtime-benchmark",
    abstract: "Measure subjects, operators and subscriptions, with other libraries in the same rounds.",
    discussion: """
      Every round runs every candidate once, in random order. Figures are medians, with the range over all rounds. All \
      handlers are the same closure literal, which captures an object and a number. OpenCombine also accounts for \
      demand with each value. Before a process measures tasks that read, a published workload, or an everyday path \
      such as a property, it counts what arrives.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { RuntimeSuite.suite }

  @OptionGroup var options: MeasurementOptions
}

@main
enum Main {
  static func main() {
    if !FirstUse.runs(CommandLine.arguments.dropFirst()) { RuntimeBenchmark.start() }
  }
}
