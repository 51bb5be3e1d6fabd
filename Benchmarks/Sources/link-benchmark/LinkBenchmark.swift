import ArgumentParser
import BenchmarkCommand
import BenchmarkHarness

/// The command line of the suite `link`.
struct LinkBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "link-benchmark",
    abstract: "Measure links to other processes: throughput, latency, and the cost of a dispatch.",
    discussion: """
      With the trait NATS, and with nats-server on the machine, the command starts a server of its own on a free port \
      of this machine, with a temporary directory, and compares a link with a program in C. Otherwise it measures only \
      links in memory. All figures come from one process, whose rounds visit every candidate.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { LinkSuite.suite() }

  @OptionGroup var options: MeasurementOptions

  func run() throws {
    try SuiteExecution(
      suite: LinkSuite.suite(isQuick: options.quick), selection: try selection(), options: options
    ).run()
  }
}
