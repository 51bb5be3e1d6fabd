/// The sizes of the sections of a program that are loaded into memory and stand in its file: code, constants, data and
/// the tables of the language's runtime. Debug information and symbols, which `strip` removes, are not among them.
struct SectionSizes: Equatable, Sendable {
  /// The bytes by section, in the order of the file.
  let sections: [(name: String, bytes: Int)]

  var total: Int { sections.reduce(0) { $0 + $1.bytes } }

  subscript(name: String) -> Int { sections.first { $0.name == name }?.bytes ?? 0 }

  /// Reads the output of `size -A -d`. Throws if it has no section.
  init(parsing output: String) throws(ToolFailure) {
    sections = output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, let bytes = Int(words[1]), let address = Int(words[2]) else { return nil }
      // Sections without an address are not loaded; .bss and .tbss take no room in the file.
      guard address > 0, !words[0].hasSuffix("bss") else { return nil }
      return (String(words[0]), bytes)
    }
    guard !sections.isEmpty else {
      throw ToolFailure("`size -A` printed no sections; the size of GNU binutils is needed")
    }
  }

  static func == (a: SectionSizes, b: SectionSizes) -> Bool { a.sections.elementsEqual(b.sections) { $0 == $1 } }
}
