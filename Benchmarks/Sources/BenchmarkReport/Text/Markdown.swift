/// The forms of Markdown that the report uses.
enum Markdown {
  /// Returns a table. The first `textColumns` columns are text, the rest are figures.
  static func table(
    _ header: [String], _ rows: [[String]], textColumns: Int = 1, figures: String = "---:"
  ) -> String {
    let alignment = header.indices.map { $0 < textColumns ? "---" : figures }
    let lines = ([header, alignment] + rows).map { "| " + $0.joined(separator: " | ") + " |" }
    return lines.joined(separator: "\n")
  }

  static func bullets(_ items: [String]) -> String {
    items.map { "- " + $0 }.joined(separator: "\n")
  }

  static func code(_ name: String) -> String { "`\(name)`" }

  /// Returns the text as a terminal or a chart shows it: without the marks of names, and with plain spaces.
  static func plain(_ text: String) -> String { text.replacing("`", with: "").replacing(Figure.space, with: " ") }

  /// Returns `a`, `a and b`, or `a, b and c`.
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns the head of a column: a name with a dot takes two lines.
  static func columnHead(_ name: String) -> String {
    guard let dot = name.firstIndex(of: ".") else { return code(name) }
    return code(String(name[..<dot])) + "<br>" + code(String(name[dot...]))
  }

  static func codeList(_ names: [String]) -> String { list(names.map(code)) }

  /// Returns a text that is folded until the reader opens it. GitHub needs the blank lines.
  static func details(_ summary: String, _ body: String) -> String {
    "<details><summary>\(summary)</summary>\n\n\(body)\n\n</details>"
  }

  /// Returns `n = 64`, with no-break spaces.
  static func size(_ n: Int) -> String {
    ["n", "=", Figure.grouped(n)].joined(separator: Figure.space)
  }

  /// Returns `n = 64`, or `n = 64 … 4096`.
  static func sizes(_ sizes: [Int]) -> String {
    guard let first = sizes.first, let last = sizes.last else { return "no n" }
    return first == last ? size(first) : "\(size(first)) … \(Figure.grouped(last))"
  }

  /// Returns the anchor that GitHub gives a heading.
  static func anchor(_ heading: String) -> String {
    heading.lowercased().compactMap { character -> String? in
      if character == " " { return "-" }
      return character.isLetter || character.isNumber || character == "-" || character == "_" ? String(character) : nil
    }.joined()
  }
}
