import Foundation
import SwitchboardOperatorTables
import Testing

@Suite("Operators: the page's diagrams")
struct MarblePageTests {
  /// The schedulers of programs in the page's examples, for which the tables have one with virtual time.
  private static let realSchedulers = [".main", #".queue(label: "loader")"#]

  @Test("each operator of the page has one entry, in the page's order, with the code of the page's example")
  func entries() throws {
    let rows = try Self.rows()
    let diagrams = MarbleInputs().diagrams
    #expect(rows.count > 90)
    #expect(rows.map(\.name) == diagrams.map(\.name))
    for (row, diagram) in zip(rows, diagrams) {
      let file = try #require(diagram.file.split(separator: "/").last)
      let source = try Self.text(of: "\(MarbleGallery.tables)/\(file)")
      let example = Self.realSchedulers.reduce(row.example) { $0.replacing("on: \($1)", with: "on: scheduler") }
      #expect(MarbleCode.code(of: diagram, in: source) == example)
    }
  }

  @Test("each row of the page shows its own diagram")
  func pictures() throws {
    let folder = "Pictures/Marbles"
    #expect(MarbleGallery.pictures.hasSuffix(folder))
    let drawn = MarbleInputs().diagrams.map { "\(folder)/\($0.fileName).svg" }
    #expect(try Self.rows().map(\.picture) == drawn)
  }

  @Test("files have names of their own, also where names do not differ by case")
  func fileNames() {
    let names = MarbleInputs().diagrams.map { $0.fileName.lowercased() }
    #expect(Set(names).count == names.count)
  }

  @Test("no two marks of a picture overlap, and the code fits into its box")
  func layout() throws {
    let drawn = try MarbleGallery.draw { try Self.text(of: "\(MarbleGallery.tables)/\($0)") }
    for (file, picture) in drawn { #expect(picture.collisions == [], "\(file)") }
  }

  @Test("text has a contrast of at least 4.5 to 1, lines of at least 3 to 1", arguments: [true, false])
  func contrast(isDark: Bool) {
    let theme = isDark ? MarbleStyle.dark : MarbleStyle.light
    for ground in [theme.ground, theme.box] { #expect(Self.contrast(theme.text, ground) >= 4.5) }
    #expect(Self.contrast(theme.fault, theme.ground) >= 4.5)
    #expect(Self.contrast(theme.line, theme.ground) >= 3)
    for fill in MarbleStyle.fills + [MarbleStyle.new] { #expect(Self.contrast(MarbleStyle.onFill, fill) >= 4.5) }
  }

  /// The contrast of two colours, as WCAG 2 defines it.
  private static func contrast(_ one: String, _ other: String) -> Double {
    let (bright, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)
  }

  private static func luminance(_ colour: String) -> Double {
    let number = Int(colour.dropFirst(), radix: 16) ?? 0
    let channels = [number >> 16, number >> 8 & 255, number & 255].map { Double($0) / 255 }
    return zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      sum + part.1 * (part.0 <= 0.04045 ? part.0 / 12.92 : pow((part.0 + 0.055) / 1.055, 2.4))
    }
  }

  /// The names, pictures and examples of the page's rows.
  private static func rows() throws -> [(name: String, picture: String, example: String)] {
    let row = /\| \*\*(.+)\*\* <img align="right" alt="[^"]+" src="([^"]+)"><br>.+<br>`(.+)` \|/
    return try text(of: MarbleGallery.page).split(separator: "\n").filter { $0.hasPrefix("| **") }.map { line in
      let found = try #require(line.wholeMatch(of: row), "\(line)")
      return (found.1.filter { $0 != "`" }, String(found.2), String(found.3))
    }
  }

  /// The text of a file of the repository.
  private static func text(of path: String) throws -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
