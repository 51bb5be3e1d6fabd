import ArgumentParser
import BenchmarkCommand

/// The command line of the suite `leaks`.
struct LeaksBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaks-benchmark",
    abstract:
      "Measure the live bytes per cycle of clean scenarios, of leaking scenarios, and of each storage.",
    discussion: """
      The command runs each scenario of the leak catalogue in cycles, without the leak detector, and counts the live \
      bytes of the process. The live bytes must not grow in clean scenarios, and must grow in leaking scenarios. The \
      command needs jemalloc, but not the trait Tracing.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { LeaksSuite.suite }

  @OptionGroup var options: MeasurementOptions
}

@main
enum Main {
  static func main() { LeaksBenchmark.start() }
}
