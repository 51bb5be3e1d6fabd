/// The code of the entries, read from the source of the tables, so that the picture shows the code that the tests run.
package enum MarbleCode {
  /// Returns the code of an entry, in one line.
  ///
  /// - Parameter source: The text of the file with the entry.
  package static func code(of diagram: MarbleDiagram, in source: String) -> String? {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    guard diagram.line <= lines.count else { return nil }
    let entry = Array(lines[(diagram.line - 1)...].joined(separator: "\n"))
    // The first brace outside of the arguments opens the closure, and the brace of the same depth closes the closure.
    var (round, curly, begin, isText) = (0, 0, 0, false)
    for (index, character) in entry.enumerated() {
      if character == "\"" && entry[max(index - 1, 0)] != "\\" { isText.toggle() }
      if isText { continue }
      switch character {
      case "(": round += 1
      case ")": round -= 1
      case "{":
        if round == 0 && curly == 0 { begin = index + 1 }
        curly += 1
      case "}":
        curly -= 1
        if curly == 0 && round == 0 {
          return entry[begin..<index].split(whereSeparator: \.isWhitespace).map { String($0) }.joined(separator: " ")
        }
      default: break
      }
    }
    return nil
  }

  /// Breaks code into as few lines of at most `width` characters as possible, of about the same length.
  static func wrapped(_ code: String, _ width: Int) -> [String] {
    let lines = broken(code, width)
    let longestWord = code.split(separator: " ").map(\.count).max() ?? 0
    let even = max((code.count + lines.count - 1) / lines.count, longestWord + 1)
    return (even..<max(width, even + 1)).lazy.map { broken(code, $0) }.first { $0.count == lines.count } ?? lines
  }

  /// Breaks code at spaces, and before dots.
  private static func broken(_ code: String, _ width: Int) -> [String] {
    var lines: [String] = []
    var rest = Substring(code)
    while rest.count > width {
      let reach = rest.prefix(width)
      let end =
        reach.indices.last { $0 > rest.startIndex && rest[$0] == "." && rest[rest.index(before: $0)] == ")" }
        ?? reach.lastIndex(of: " ").map { rest.index(after: $0) } ?? reach.endIndex
      lines.append(String(rest[..<end]).trimmed)
      rest = rest[end...]
    }
    return lines + [String(rest)]
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
