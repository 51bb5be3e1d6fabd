import ArgumentParser
import BenchmarkCommand

/// The command line of the suite `storage`.
struct StorageBenchmark: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "storage-benchmark",
    abstract: "Compare storages of subscribers, such as array and linked list, with memory figures from jemalloc.",
    discussion: """
      Every round runs every candidate once, in random order. Figures are medians, with the range over all rounds. The \
      candidates array, linked-list and dense run through Broadcaster, with all its promises. Floors show the minimum \
      cost of n calls. Textbook candidates are the usual simple forms, without synchronisation.

      \(MeasurementOptions.discussion)
      """,
    subcommands: subcommands)

  static var suite: Suite { StorageSuite.suite }

  #if REPLAY
    private static var subcommands: [any ParsableCommand.Type] { [ReplayCommand.self] }

    static func suite(ofProcess arguments: [String]) throws -> Suite {
      try arguments.first.map(ReplaySuite.suite(reading:)) ?? suite
    }
  #else
    private static var subcommands: [any ParsableCommand.Type] { [] }
  #endif

  @Option(
    help:
      "Measure these numbers of subscribers, 1 to 65536, with commas. (default: \(Sizes.list(Self.suite.sizes.full)))")
  var sizes: String?

  @OptionGroup var options: MeasurementOptions

  func selection() throws -> Selection {
    try Selection(Self.suite, sizes: try sizes.map(chosen), quick: options.quick, filters: options.filter)
  }

  private func chosen(_ text: String) throws -> [Int] {
    let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
    guard sizes.allSatisfy({ $0.map(StorageSuite.validSizes.contains) ?? false }) else {
      throw ValidationError(
        """
        --sizes \(text) is not valid. Sizes are whole numbers from \(StorageSuite.validSizes.lowerBound) to \
        \(StorageSuite.validSizes.upperBound), separated by commas.
        Without the option: \(Sizes.list(Self.suite.sizes.full)); with --quick: \(Sizes.list(Self.suite.sizes.quick)).
        """)
    }
    return Set(sizes.compactMap { $0 }).sorted()
  }
}

@main
enum Main {
  static func main() { StorageBenchmark.start() }
}
