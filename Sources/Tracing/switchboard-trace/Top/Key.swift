#if Tools
  /// A key, as a terminal sends it.
  enum Key: Equatable, Sendable {
    case character(Character)
    case up, down, pageUp, pageDown, enter, escape, backspace

    /// Returns the keys of what was read at once. A terminal sends the bytes of one key together.
    static func parse(_ bytes: [UInt8]) -> [Key] {
      var keys: [Key] = []
      var rest = String(decoding: bytes, as: UTF8.self)[...]
      while let first = rest.popFirst() {
        switch first {
        case "\u{1B}": keys += sequence(&rest)
        case "\r", "\n", "\r\n": keys.append(.enter)
        case "\u{7F}", "\u{8}": keys.append(.backspace)
        case _ where first.isASCII && first < " ": break
        default: keys.append(.character(first))
        }
      }
      return keys
    }

    /// Reads what follows an escape. Returns nothing for a key that has no meaning here.
    private static func sequence(_ rest: inout Substring) -> [Key] {
      guard let kind = rest.popFirst() else { return [.escape] }
      if kind == "\u{1B}" { return [.escape] + sequence(&rest) }
      guard kind == "[" || kind == "O" else { return [] }
      let parameters = rest.prefix { !("@"..."~").contains($0) }
      rest.removeFirst(parameters.count)
      switch (rest.popFirst(), parameters) {
      case ("A", _): return [.up]
      case ("B", _): return [.down]
      case ("~", "5"): return [.pageUp]
      case ("~", "6"): return [.pageDown]
      default: return []
      }
    }
  }
#endif
