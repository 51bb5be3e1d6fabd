import BenchmarkResults

/// The section of a report about one suite.
protocol SuiteSection: Sendable {
  /// The heading of the section.
  var title: String { get }
  /// The blocks at the top of the report: what the figures mean, for a reader who has a minute.
  var conclusion: [Block] { get }
  /// The complete section, with headings from the third level down.
  var body: [Block] { get }
  /// The promised limits of the suite; empty for most.
  var limits: [Limit] { get }
}

extension SuiteSection {
  var limits: [Limit] { [] }
}

/// A block of a report. Charts are left out where Python cannot draw them.
enum Block: Sendable {
  case text(String)
  case chart(Chart)
  /// A drawing that needs no Python.
  case picture(Picture)

  static func heading(_ level: Int, _ text: String) -> Block {
    .text(String(repeating: "#", count: level) + " " + text)
  }
}

enum SuiteSections {
  /// Returns the sections in the order in which the suites first appear.
  static func all(_ results: Results) -> [any SuiteSection] {
    (results.measurements.map(\.suite) + results.memoryLives.map(\.suite)).uniqued(first: []).map { suite in
      switch suite {
      case StorageSection.suite: StorageSection(results)
      case RuntimeSection.suite: RuntimeSection(results)
      case TracingSection.suite: TracingSection(results)
      case InspectorNames.suite: InspectorSection(results)
      case LinkNames.suite: LinkSection(results)
      case LeaksNames.suite: LeaksSection(results)
      case ClientNames.suite: ClientSection(results)
      default: GenericSection(suite: suite, results)
      }
    }
  }
}
