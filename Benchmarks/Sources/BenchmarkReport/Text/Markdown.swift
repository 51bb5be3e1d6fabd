/// The few forms of Markdown that the report uses.
enum Markdown {
  /// A table: the first column reads, the others are figures.
  static func table(
    _ header: [String], _ rows: [[String]], textColumns: Int = 1, figures: String = "---:"
  ) -> String {
    let alignment = header.indices.map { $0 < textColumns ? "---" : figures }
    return ([header, alignment] + rows).map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  static func bullets(_ items: [String]) -> String {
    items.map { "- " + $0 }.joined(separator: "\n")
  }

  static func code(_ name: String) -> String { "`\(name)`" }

  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A name with a dot on two lines, for the head of a column.
  static func columnHead(_ name: String) -> String {
    guard let dot = name.firstIndex(of: ".") else { return code(name) }
    return code(String(name[..<dot])) + "<br>" + code(String(name[dot...]))
  }

  static func codeList(_ names: [String]) -> String { list(names.map(code)) }

  /// Folded away until somebody wants it. GitHub needs the blank lines.
  static func details(_ summary: String, _ body: String) -> String {
    "<details><summary>\(summary)</summary>\n\n\(body)\n\n</details>"
  }

  /// `n = 64`, in one piece.
  static func size(_ n: Int) -> String {
    ["n", "=", Figure.grouped(n)].joined(separator: Figure.space)
  }

  /// `n = 64`, `n = 64 … 4096`.
  static func sizes(_ sizes: [Int]) -> String {
    guard let first = sizes.first, let last = sizes.last else { return "no n" }
    return first == last ? size(first) : "\(size(first)) … \(Figure.grouped(last))"
  }

  /// The address that GitHub gives a heading.
  static func anchor(_ heading: String) -> String {
    heading.lowercased().compactMap { character -> String? in
      if character == " " { return "-" }
      return character.isLetter || character.isNumber || character == "-" || character == "_" ? String(character) : nil
    }.joined()
  }
}
