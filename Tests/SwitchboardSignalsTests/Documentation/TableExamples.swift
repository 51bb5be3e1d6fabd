import Foundation
import Testing

@Suite("Operators: the tables' examples")
struct TableExamples {
  @Test("the tables have exactly the examples that an optimised client compiles and runs")
  func table() throws {
    let shown = try ["Operators.md", "OperatorNames.md"]
      .flatMap { try Self.text(of: "Sources/Runtime/Switchboard/Switchboard.docc/\($0)").split(separator: "\n") }
      // A row of names begins with the operator, and has no example.
      .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| `") && $0.hasSuffix("` |") }
      .map { Self.words($0.split(separator: "`").dropLast().last ?? "") }
    let source = try Self.text(of: "Tests/EveryVerb/Sources/Operators/OperatorExamples.swift")
    let compiled = source.components(separatedBy: "    example(").dropFirst()
      .map {
        Self.words($0.components(separatedBy: "\n    example(")[0].components(separatedBy: "\n  }\n")[0]).dropLast()
      }
    #expect(shown.count > 90)
    for (shown, compiled) in zip(shown, compiled) { #expect(shown == String(compiled)) }
    #expect(shown.count == compiled.count)
  }

  /// The text of a file of the repository.
  private static func text(of path: String) throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The text without the white space that the formatter puts between words.
  private static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined()
  }
}
