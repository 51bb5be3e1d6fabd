/// The symbols of a program that have a size.
struct SymbolTable: Sendable {
  struct Symbol: Hashable, Sendable {
    let address: Int
    let bytes: Int
    let isCode: Bool
    /// The mangled name.
    let name: String
  }

  let symbols: [Symbol]

  /// Reads the output of `nm -S --defined-only`.
  init(parsing output: String) {
    var seen: Set<Int> = []
    symbols = output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3)
      guard words.count == 4, let address = Int(words[0], radix: 16), let bytes = Int(words[1], radix: 16),
        bytes > 0, !"bB".contains(words[2]), seen.insert(address).inserted
      else { return nil }
      return Symbol(address: address, bytes: bytes, isCode: "tT".contains(words[2]), name: String(words[3]))
    }
  }

  /// Returns the symbols that `other` lacks, or has with another size.
  func subtracting(_ other: SymbolTable) -> [Symbol] {
    struct Key: Hashable { let name: String, bytes: Int }
    var known: [Key: Int] = [:]
    for symbol in other.symbols { known[Key(name: symbol.name, bytes: symbol.bytes), default: 0] += 1 }
    return symbols.filter { symbol in
      let key = Key(name: symbol.name, bytes: symbol.bytes)
      guard let count = known[key], count > 0 else { return true }
      known[key] = count - 1
      return false
    }
  }
}
