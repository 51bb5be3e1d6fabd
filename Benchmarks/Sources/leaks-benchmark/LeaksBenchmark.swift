import ArgumentParser
import BenchmarkCommand

/// The command line of the suite `leaks`.
struct LeaksBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "leaks-benchmark",
    abstract:
      "The allocator as a witness: live bytes per cycle of clean and of leaking scenarios, and of each storage.",
    discussion: """
      Runs each scenario of the leak catalogue in cycles, without the leak detector, and counts the live bytes of the \
      process: they may not grow where nothing leaks, and must where something does. Needs jemalloc, not the trait \
      Tracing.

      \(MeasurementOptions.discussion)
      """)

  static var suite: Suite { LeaksSuite.suite }

  @OptionGroup var options: MeasurementOptions
}
