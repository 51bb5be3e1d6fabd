import BenchmarkHarness
public import Foundation

/// What the bytes of a program consist of that another program lacks: sections, functions, symbols.
public struct SymbolReport {
  /// The bytes that come from one function of the library, under the name of that function.
  struct Group: Equatable {
    let name: String
    var bytes = 0
    /// The number of symbols that the bytes are in.
    var count = 0
  }

  let sections: [(name: String, bytes: Int, other: Int)]
  /// The machine code by the function that the code was written in, inlined or not.
  let written: [Group]
  /// The machine code by the function that the program's own functions call, with all that is inlined there.
  let called: [Group]
  /// The symbols by function.
  let symbols: [Group]
  let largest: [(bytes: Int, name: String)]
  /// The names of the library's functions that are in the program, without those that are inlined everywhere.
  let functions: [String]

  /// Reads the two programs. Throws if a tool is missing.
  public init(of program: URL, beyond other: URL) throws(ToolFailure) {
    let sizes = (program: try Self.sizes(program), other: try Self.sizes(other))
    sections = sizes.program.sections.map { ($0.name, $0.bytes, sizes.other[$0.name]) }
    let added = try Self.table(program).subtracting(try Self.table(other))
    let frames = try Self.frames(of: added.filter(\.isCode), in: program)
    let names = Set(added.map(\.name) + frames.flatMap { [$0.written, $0.called] })
    let readable = try Self.demangled(names.sorted())
    let functions = readable.mapValues(Self.function)
    func groups(_ parts: [(function: String, symbol: SymbolTable.Symbol, bytes: Int)]) -> [Group] {
      let groups = Dictionary(grouping: parts) { functions[$0.function] ?? $0.function }
      return groups.map { name, parts in
        Group(name: name, bytes: parts.reduce(0) { $0 + $1.bytes }, count: Set(parts.map(\.symbol)).count)
      }.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    }
    written = groups(frames.map { ($0.written, $0.symbol, $0.bytes) })
    called = groups(frames.map { ($0.called, $0.symbol, $0.bytes) })
    symbols = groups(added.map { ($0.name, $0, $0.bytes) })
    // A mangled name begins with the module of the type that has the function, also that of a specialisation. Functions
    // that the library adds to types of other modules are not found.
    let ofLibrary = added.filter { $0.isCode && $0.name.contains(#/^\$s\d+Switchboard/#) }
    self.functions = Set(ofLibrary.map { functions[$0.name] ?? $0.name }).filter(Self.isDeclared).sorted()
    largest = added.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
      .map { ($0.bytes, readable[$0.name] ?? $0.name) }
  }

  static func sizes(_ program: URL) throws(ToolFailure) -> SectionSizes {
    try SectionSizes(parsing: ToolRun(.size, ["-A", "-d", program.path]).output)
  }

  private static func table(_ program: URL) throws(ToolFailure) -> SymbolTable {
    SymbolTable(parsing: try ToolRun(.nm, ["-S", "--defined-only", program.path]).output)
  }

  /// The distance of the addresses whose functions are looked up, in bytes: two or three instructions.
  private static let step = 8

  /// Returns the functions of each piece of machine code, from the debug information.
  private static func frames(
    of code: [SymbolTable.Symbol], in program: URL
  ) throws(ToolFailure) -> [(written: String, called: String, symbol: SymbolTable.Symbol, bytes: Int)] {
    let pieces = code.flatMap { symbol in
      stride(from: 0, to: symbol.bytes, by: step).map {
        (symbol: symbol, address: symbol.address + $0, bytes: min(step, symbol.bytes - $0))
      }
    }
    let input = pieces.map { "0x" + String($0.address, radix: 16) }.joined(separator: "\n")
    let output = try ToolRun(
      .symbolizer, ["--inlines", "--no-demangle", "--output-style=LLVM", "-e", program.path], input: input
    ).output
    // A block for each address: a line with a function and a line with a place, from the innermost function outwards.
    let blocks = output.components(separatedBy: "\n\n")
    return zip(pieces, blocks).map { piece, block in
      let functions = block.split(separator: "\n").enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
      guard let inner = functions.first, inner != "??" else {
        return (piece.symbol.name, piece.symbol.name, piece.symbol, piece.bytes)
      }
      return (String(inner), String(functions.dropLast().last ?? inner), piece.symbol, piece.bytes)
    }
  }

  private static func demangled(_ names: [String]) throws(ToolFailure) -> [String: String] {
    let output = try ToolRun(.swift, ["demangle", "--compact", "--simplified"], input: names.joined(separator: "\n"))
    let lines = output.output.split(separator: "\n", omittingEmptySubsequences: false)
    return Dictionary(zip(names, lines.map(String.init)), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the function that a symbol belongs to: without closures, specialisations, thunks and outlined parts.
  static func function(_ name: String) -> String {
    var rest = Substring(name)
    var isShortened = true
    while isShortened {
      isShortened = false
      for pattern in prefixes {
        if let match = rest.prefixMatch(of: pattern) {
          rest = rest[match.range.upperBound...]
          isShortened = true
        }
      }
    }
    return String(rest.replacing(#/ in conformance .*/#, with: ""))
  }

  /// Whether a function is one of the library, and not one that the compiler makes for a type.
  static func isDeclared(_ function: String) -> Bool {
    !["outlined ", "lazy ", "thunk "].contains { function.hasPrefix($0) }
  }

  /// The words before the name of a function that tell which part of the function a symbol is.
  private nonisolated(unsafe) static let prefixes: [Regex<Substring>] = [
    #/(?:specialized|merged|static|partial apply for|partial apply forwarder for) /#,
    #/(?:implicit )?closure #\d+ in /#,
    #/(?:protocol witness|dispatch thunk|key path getter|key path setter) (?:for|of) /#,
    #/(?:variable initialization expression|default argument \d+) of /#,
    #/(?:type metadata accessor|metadata instantiation cache|method lookup function) for /#,
    #/[a-zA-Z]+ #\d+ .*? in /#,
  ]
}
