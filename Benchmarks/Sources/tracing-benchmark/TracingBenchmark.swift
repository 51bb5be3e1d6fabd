import ArgumentParser
import BenchmarkCommand

/// The command line of the suite `tracing`.
struct TracingBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "tracing-benchmark",
    abstract:
      "What tracing costs: a recorded event, a send and a subscription, trace files. This build: \(Setting.name).",
    discussion: """
      There are two builds of this program. With SWITCHBOARD_TRACING=1 in the environment of the build, and a build \
      folder of its own (--scratch-path), the runtime has the trait Tracing, and this measures it recording and not. \
      Without, it measures the same runtime without the trait. The second to run takes --append.

      Every round runs every candidate once, in random order; figures are medians, with the range over all rounds. A \
      round that recorded more or fewer events than were sent is an error.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { TracingSuite.suite }

  @OptionGroup var options: MeasurementOptions
}
