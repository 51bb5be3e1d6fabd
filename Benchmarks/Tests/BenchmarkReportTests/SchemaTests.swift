import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The schema of results.json")
struct SchemaTests {
  private static let benchmarks = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func schema() throws -> JSON {
    let file = Self.benchmarks.appending(path: "Schema/results.schema.json")
    return try JSONDecoder().decode(JSON.self, from: Data(contentsOf: file))
  }

  /// All suites, with an answer, and with everything that a run may lack.
  private var results: Results {
    var results = CannedResults(heaps: ["clean", "aged"]).results
    for more in [
      CannedRuntime().results, CannedTracing().both, CannedInspector().results, CannedLink().results,
      CannedLeaks().results,
    ] {
      results = more.joining(results, replacing: [])
    }
    results.memoryLives = CannedLives().lives
    results.incomplete = ["Memory was not measured."]
    results.answer = Answer(results).lines
    return results
  }

  private func encoded(_ results: Results) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: ResultsFile.data(results))
  }

  private func problems(_ value: JSON) throws -> [String] {
    var check = SchemaCheck(schema: try schema())
    check.check(value)
    return check.problems
  }

  @Test func `what the project writes has the form of the schema, and every key of the schema is written`() throws {
    var check = SchemaCheck(schema: try schema())
    check.check(try encoded(results))
    #expect(check.problems.prefix(5) == [])
    #expect(check.knownKeys.count > 40)
    #expect(check.knownKeys.subtracting(check.seenKeys) == [])
  }

  @Test(arguments: [
    CannedResults(sizes: []), CannedResults(sizes: [1], partial: true),
    CannedResults(sizes: [1], hasMemory: false, hasInstructions: false),
  ])
  func `results that lack figures have the form, too`(_ canned: CannedResults) throws {
    #expect(try problems(encoded(canned.results)) == [])
  }

  @Test func `the schema names the version that the project writes`() throws {
    #expect(try schema()["$defs"]?["results"]?["properties"]?["schema"]?["const"] == .string(Results.schema))
  }

  @Test func `every definition and every key is described, closed and required`() throws {
    for (name, definition) in try #require(schema()["$defs"]).members {
      #expect(definition["description"] != nil, "\(name)")
      #expect(definition["additionalProperties"] == .bool(false), "\(name)")
      let keys = definition["properties"]?.members ?? [:]
      #expect(Set(definition["required"]?.elements.compactMap(\.string) ?? []) == Set(keys.keys), "\(name)")
      for (key, rule) in keys { #expect(rule["description"] != nil || rule["$ref"] != nil, "\(name).\(key)") }
    }
  }

  @Test func `a missing key, another key, another type and another version are problems`() throws {
    let good = try encoded(CannedResults(sizes: [1]).results)
    func broken(_ change: (inout JSON) -> Void) throws -> Int {
      var value = good
      change(&value)
      return try problems(value).count
    }
    #expect(try broken { _ in } == 0)
    #expect(try broken { $0["partial"] = nil } == 1)
    #expect(try broken { $0["otherKey"] = .array([]) } == 1)
    #expect(try broken { $0["partial"] = .string("no") } == 1)
    #expect(try broken { $0["schema"] = .string("switchboard.bench/1") } == 1)
    #expect(try broken { $0["environment"]?["cores"] = .number(0) } == 1)
    #expect(try broken { $0["environment"]?["cores"] = .number(1.5) } == 1)
    #expect(try broken { $0["environment"]?["date"] = .string("yesterday") } == 1)
  }
}
