/// Text for a terminal: a table with aligned columns, and lines of limited length.
struct TextTable {
  private let header: [String]
  private let rightAligned: Set<Int>

  init(_ header: [String], rightAligned: Set<Int>) {
    self.header = header
    self.rightAligned = rightAligned
  }

  func text(_ rows: [[String]]) -> String {
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { row in
      let cells = zip(row.indices, row).map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return rightAligned.contains(column) ? space + cell : cell + space
      }
      return String(cells.joined(separator: "  ").trimmingSuffix(while: { $0 == " " }))
    }.joined(separator: "\n")
  }

  /// Returns the text in lines of at most 100 columns.
  ///
  /// - Parameter indentation: The beginning of all lines but the first.
  static func wrapped(_ text: String, indentation: String = "") -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty || line == indentation {
        lines[lines.count - 1] += word
      } else if line.count + 1 + word.count <= 100 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(indentation + word)
      }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    self[..<(lastIndex { !predicate($0) }.map { index(after: $0) } ?? startIndex)]
  }
}
