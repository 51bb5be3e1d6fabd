import ArgumentParser
import BenchmarkCommand

/// The command line of the suite `tracing`.
struct TracingBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracing-benchmark",
    abstract:
      "Measure the cost of tracing: recorded events, sends, subscriptions, trace files. This build: \(Setting.name).",
    discussion: """
      This program has two builds. If the environment of the build has SWITCHBOARD_TRACING=1, the runtime has the \
      trait Tracing, and the program measures it with and without a recording session. Otherwise the program measures \
      the runtime without the trait. Give each build a separate --scratch-path, and run the second program with \
      --append.

      Every round runs every candidate once, in random order. Figures are medians, with the range over all rounds. A \
      round that records more or fewer events than it sends is an error.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { TracingSuite.suite }

  @OptionGroup var options: MeasurementOptions
}
