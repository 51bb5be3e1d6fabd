import Foundation
import SwitchboardLeaks
import SwitchboardScenarios
import SwitchboardTestSupport
import SwitchboardTracing
import Testing

@Suite("The leak catalogue")
struct CatalogueTests {
  static let hasTracing = (try? LeakDetector.census()) != nil

  @Test("each scenario gives exactly the findings that it expects", .enabled(if: hasTracing), arguments: names)
  func check(name: String) async throws {
    let scenario = try #require(Scenario.catalogue.first { $0.name == name })
    let result = try await scenario.check(cycles: 3)
    #expect(result.verdict == .asExpected, "\(result.reason ?? "")")
    #expect(result.missing.isEmpty)
    #expect(result.unexpected.isEmpty, "\(result.unexpected)")
    // A finding names lines of the program, and no line of the library.
    let library = /Switchboard(?!Scenarios)\w*\/\w+\.swift/
    for finding in result.findings { #expect(!"\(finding)".contains(library), "\(finding)") }
  }

  @Test("names change no finding", .enabled(if: hasTracing), arguments: names.filter { $0.hasPrefix("leaking/") })
  func varied(name: String) async throws {
    let scenario = try #require(Scenario.catalogue.first { $0.name == name })
    let result = try await TraceLabels.$variesNames.withValue(true) { try await scenario.check(cycles: 2) }
    #expect(result.verdict == .asExpected, "\(result.unexpected)")
  }

  /// `make leakcheck-clean` makes 10,000 checks.
  @Test("clean code has no finding while other threads deliver and deallocate", .enabled(if: hasTracing))
  func cleanChecks() throws {
    let reports = try watched {
      let checks = CleanChecks()
      return Result { try (0..<rounds(200)).map { try checks.check($0) } }
    }
    for report in try reports.get() { #expect(report.isClean, "\(report)") }
  }

  @Test("without the trait a check says that it needs the trait", .disabled(if: hasTracing))
  func withoutTrait() async throws {
    let scenario = try #require(Scenario.catalogue.first)
    await #expect(throws: LeakDetectorError.needsTracing) { try await scenario.check(cycles: 1) }
  }

  @Test("a clean scenario can be rehearsed without a check", arguments: names.filter { $0.hasPrefix("clean/") })
  func rehearse(name: String) async throws {
    let scenario = try #require(Scenario.catalogue.first { $0.name == name })
    let rehearsal = scenario.rehearsal()
    for _ in 0..<3 { try await rehearsal.run() }
  }

  @Test("names are unique and say the kind, summaries are sentences")
  func namesAndSummaries() {
    #expect(Set(Self.names).count == Self.names.count)
    for scenario in Scenario.catalogue {
      #expect(scenario.name.hasPrefix("\(scenario.kind)/"))
      #expect(scenario.summary.hasSuffix("."), "\(scenario.name)")
    }
  }

  @Test("a scenario that stands in a file is in the catalogue")
  func registered() throws {
    let written = Set(try SourceFile.all().flatMap(\.scenarios))
    #expect(written.subtracting(Self.names).isEmpty, "these scenarios lack a line in Catalogue.swift")
    #expect(Set(Self.names).subtracting(written).isEmpty, "the test does not find these scenarios in the files")
  }

  @Test("the scenarios reach every leak that a file expects", .enabled(if: hasTracing), arguments: files)
  func marks(file: String) async throws {
    var reached: Set<Int> = []
    for scenario in Scenario.catalogue where scenario.fileID == file && scenario.kind == .leaking {
      reached.formUnion(try await scenario.check(cycles: 1).expected.map(\.line))
    }
    #expect(try SourceFile(file).markedLines.subtracting(reached).isEmpty)
  }

  private static let files = Set(Scenario.catalogue.map(\.fileID)).sorted()
  private static let names = Scenario.catalogue.map(\.name)
}

/// A source file of the catalogue.
struct SourceFile {
  let fileID: String
  let text: String

  init(_ fileID: String) throws { self = try #require(try Self.all().first { $0.fileID == fileID }) }

  private init(_ url: URL) throws {
    fileID = "SwitchboardScenarios/\(url.lastPathComponent)"
    text = try String(contentsOf: url, encoding: .utf8)
  }

  static func all() throws -> [SourceFile] {
    let folder = package.appendingPathComponent("Sources/Workshop/SwitchboardScenarios")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { try SourceFile($0) }
  }

  /// The names of the scenarios that stand in the file.
  var scenarios: [String] {
    text.matches(of: /static let \w+ = (pair|asyncPair|clean|leaking)\(\s*"([^"]+)"/).flatMap { scenario in
      let kinds = scenario.1.lowercased().hasSuffix("pair") ? ["clean", "leaking"] : ["\(scenario.1)"]
      return kinds.map { "\($0)/\(scenario.2)" }
    }
  }

  /// The numbers of the lines that the file marks as leaking.
  var markedLines: Set<Int> {
    var marked: Set<Int> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where line.contains("expectLeak(.") {
      let distance = line.firstMatch(of: /lines: (\d+)/).flatMap { Int($0.1) } ?? 1
      marked.insert(index + 1 + distance)
    }
    return marked
  }

  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
