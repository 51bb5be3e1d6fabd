#if Tools
  // Names come from the program, and files and answers from anywhere. A terminal obeys some characters of them.

  extension String {
    /// The text on one line, with what a terminal would obey, or would not show, in the form `\u{1b}`. A second time
    /// changes nothing.
    var visible: String {
      guard unicodeScalars.contains(where: \.isInvisible) else { return self }
      var text = ""
      for scalar in unicodeScalars {
        switch scalar {
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case _ where scalar.isInvisible: text += "\\u{\(String(scalar.value, radix: 16))}"
        default: text.unicodeScalars.append(scalar)
        }
      }
      return text
    }

    /// JSON without the control characters that JSON allows within strings. Means the same, since JSON has them only
    /// there.
    var withoutControlsInJSON: String {
      func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x7F...0x9F).contains(scalar.value) }
      guard unicodeScalars.contains(where: isControl) else { return self }
      return unicodeScalars.map { isControl($0) ? "\\u00" + String($0.value, radix: 16) : String($0) }.joined()
    }

    /// The number of columns that the text takes in a terminal.
    var columns: Int {
      utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
    }

    /// Returns the beginning of the text that fits into so many columns. A text that is cut ends in `…`.
    func cut(to width: Int) -> String {
      guard columns > width else { return self }
      return width > 0 ? fitting(width - 1, self) + "…" : ""
    }

    /// Returns the end of the text that fits into so many columns. A text that is cut begins with `…`.
    func cutAtFront(to width: Int) -> String {
      guard columns > width else { return self }
      return width > 0 ? "…" + String(fitting(width - 1, reversed()).reversed()) : ""
    }

    /// Returns the text in lines of at most so many columns, broken at spaces where the text has some.
    func wrapped(to width: Int?) -> [String] {
      split(separator: " ").map(String.init).flowing(" ", to: width)
    }

    /// Returns the text in pieces of at most so many columns.
    fileprivate func pieces(of width: Int) -> [String] {
      var pieces: [String] = []
      var rest = self
      while rest.columns > width {
        let piece = fitting(width, rest)
        // A character that is wider than the terminal.
        if piece.isEmpty { break }
        pieces.append(piece)
        rest.removeFirst(piece.count)
      }
      return pieces + [rest]
    }

    private func fitting(_ width: Int, _ characters: some Sequence<Character>) -> String {
      var left = width
      return String(
        characters.prefix { character in
          left -= character.columns
          return left >= 0
        })
    }
  }

  extension [String] {
    /// Joins the parts to lines of at most so many columns. Breaks a part only if the part is longer than a line.
    func flowing(_ separator: String, to width: Int?) -> [String] {
      guard let width, width > 0 else { return [joined(separator: separator)] }
      var lines: [String] = []
      for part in self {
        let longer = lines.last.map { $0 + separator + part }
        if let longer, longer.columns <= width { lines[lines.count - 1] = longer } else { lines.append(part) }
      }
      return lines.flatMap { $0.pieces(of: width) }
    }
  }

  extension Unicode.Scalar {
    /// Whether a terminal obeys the character, or shows other text in another order or not at all because of it.
    fileprivate var isInvisible: Bool {
      if value < 0x7F { return value < 0x20 }
      switch properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
      default: return false
      }
    }
  }

  extension Character {
    /// The number of columns in a terminal: at least what each of the terminals takes that differ about a character.
    fileprivate var columns: Int {
      unicodeScalars.reduce(0) { sum, scalar in
        switch scalar.value {
        case ..<0x300: return sum + 1
        // Makes an emoji of the character before, which then takes two columns.
        case 0xFE0F: return sum + 1
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
          0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
          return sum + 2
        default:
          switch scalar.properties.generalCategory {
          case .nonspacingMark, .enclosingMark: return sum
          default: return sum + (scalar.properties.isEmojiPresentation ? 2 : 1)
          }
        }
      }
    }
  }
#endif
