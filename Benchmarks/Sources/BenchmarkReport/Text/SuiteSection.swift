import BenchmarkResults

/// What a report says about one suite.
protocol SuiteSection: Sendable {
  /// The heading.
  var title: String { get }
  /// For the top of the report: what the figures mean to somebody who has a minute.
  var conclusion: [Block] { get }
  /// All there is to say, with headings from the third level down.
  var body: [Block] { get }
}

/// A piece of a report. Charts are left out where nothing can draw them.
enum Block: Sendable {
  case text(String)
  case chart(Chart)

  static func heading(_ level: Int, _ text: String) -> Block {
    .text(String(repeating: "#", count: level) + " " + text)
  }
}

enum SuiteSections {
  /// In the order in which the suites first appear.
  static func all(_ results: Results) -> [any SuiteSection] {
    results.measurements.map(\.suite).uniqued(first: []).map { suite in
      switch suite {
      case StorageSection.suite: StorageSection(results)
      case RuntimeSection.suite: RuntimeSection(results)
      case TracingSection.suite: TracingSection(results)
      case LeaksNames.suite: LeaksSection(results)
      default: GenericSection(suite: suite, results)
      }
    }
  }
}
