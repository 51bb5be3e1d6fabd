#if Tools
  import Foundation

  /// Rows of text under headings. Each column is as wide as its widest cell.
  struct Table {
    struct Column {
      var heading: String
      var isNumber = false
      /// Whether a text that is too long loses its end, not its front.
      var losesEnd = false

      static func text(_ heading: String) -> Column { Column(heading: heading) }
      /// A column of texts whose beginning tells more than their end, as that of a type does.
      static func name(_ heading: String) -> Column { Column(heading: heading, losesEnd: true) }
      static func number(_ heading: String) -> Column { Column(heading: heading, isNumber: true) }
    }

    private let title: String
    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ title: String, _ columns: [Column]) {
      self.title = title
      self.columns = columns
    }

    /// Adds a row. The cells may have any characters: the table shows them in the form of `visible`.
    mutating func add(_ row: [String]) { rows.append(row.map(\.visible)) }

    /// Returns the text of the table. If the terminal is too narrow, text columns are cut, at the front where the end
    /// tells more, as that of a path does.
    ///
    /// - Parameter limit: The highest number of rows to show; a line tells the number of the other rows.
    func text(limit: Int? = nil, width: Int? = Table.terminalWidth) -> String {
      guard !rows.isEmpty else { return "" }
      let shown = rows.prefix(limit ?? rows.count)
      var widths = columns.indices.map { index in
        shown.reduce(columns[index].heading.columns) { max($0, $1[index].columns) }
      }
      if let width { shrink(&widths, to: width) }
      var text = title.isEmpty ? "" : title + "\n"
      text += line(columns.map(\.heading), widths)
      for row in shown { text += line(row, widths) }
      if shown.count < rows.count { text += "  … and \(rows.count - shown.count) more (--top)\n" }
      return text
    }

    /// Returns the columns of a terminal that the table needs with its text columns as narrow as it makes them, except
    /// those whose end tells more.
    ///
    /// - Parameter path: The columns that these keep if their texts are so long.
    func leastWidth(path: Int) -> Int {
      columns.indices.reduce(0) { sum, index in
        let widest = rows.reduce(columns[index].heading.columns) { max($0, $1[index].columns) }
        let least = columns[index].losesEnd ? Self.leastText : path
        return sum + 2 + (columns[index].isNumber ? widest : min(widest, least))
      }
    }

    private static let leastText = 16

    private func shrink(_ widths: inout [Int], to width: Int) {
      var surplus = widths.reduce(widths.count * 2) { $0 + $1 } - width
      for index in columns.indices where !columns[index].isNumber && surplus > 0 {
        let less = max(min(surplus, widths[index] - Self.leastText), 0)
        widths[index] -= less
        surplus -= less
      }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
      var line = ""
      for (index, cell) in cells.enumerated() {
        let cell = columns[index].losesEnd ? cell.cut(to: widths[index]) : cell.cutAtFront(to: widths[index])
        let space = String(repeating: " ", count: widths[index] - cell.columns)
        line += "  " + (columns[index].isNumber ? space + cell : cell + space)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }

    /// The width of standard output; nil if that is no terminal.
    static var terminalWidth: Int? {
      var size = winsize()
      guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
        return nil
      }
      return Int(size.ws_col)
    }
  }
#endif
