import Foundation
import Testing

/// The pages for newcomers from other libraries, compared with the code that the package compiles.
@Suite("Coming from another library")
struct ComingFromTests {
  /// A page and its programs: the folders of the sources, the products, and the places among the page's code blocks.
  struct Page: CustomTestStringConvertible, Sendable {
    let name: String
    let programs: [(folder: String, product: String, block: Int)]
    var testDescription: String { name }
  }

  static let pages = [
    Page(name: "FromRxSwift", programs: [("RxSwift", "FromRxSwift", 1)]),
    Page(name: "FromCombine", programs: [("Combine", "FromCombine", 1)]),
    Page(name: "FromReactiveSwift", programs: [("ReactiveSwift", "FromReactiveSwift", 1)]),
    Page(
      name: "FromNotificationCenter",
      programs: [("Notifications", "Notifications", 0), ("NotificationCenter", "FromNotificationCenter", 1)]),
  ]

  @Test("a page shows the whole program, and what the program prints", arguments: pages)
  func programs(page: Page) throws {
    let text = try Self.text(of: page)
    let (swift, output) = (Self.blocks("swift", in: text), Self.blocks("text", in: text))
    #expect(output.count == 1)
    for program in page.programs {
      let source = try Self.text(of: "Examples/ComingFrom/\(program.folder)/main.swift")
      #expect(swift.count > program.block && swift[program.block] == source)
      #expect(try ExampleProgram(program.product).end() == output.first?.split(separator: "\n").map(String.init))
    }
  }

  @Test("a page's tables show the calls that are compiled", arguments: pages)
  func tables(page: Page) throws {
    let sections = try Self.text(of: page).components(separatedBy: "\n## ")
      .filter { $0.hasPrefix("Everyday calls\n") || $0.hasPrefix("Both in one program\n") }
    let shown = sections.joined().split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }
      .map { Self.words($0.components(separatedBy: " | ").last?.dropFirst().dropLast(3) ?? "") }
    #expect(sections.count == 2)
    let source = try Self.text(of: "Examples/ComingFrom/Calls/\(page.name).swift")
    let compiled = source.components(separatedBy: "\n  row {").dropFirst()
      .map { String(Self.words($0.components(separatedBy: "\n}\n")[0]).dropLast()) }
    #expect(compiled.count > 15)
    #expect(shown == compiled)
  }

  private static func text(of page: Page) throws -> String {
    try text(of: "Sources/Runtime/Switchboard/Switchboard.docc/\(page.name).md")
  }

  /// The text of a file of the repository.
  private static func text(of path: String) throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The code blocks of a language.
  private static func blocks(_ language: String, in text: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "```\n")[0] }
  }

  /// The text without white space, which the formatter changes.
  private static func words(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined()
  }
}
