import BenchmarkHarness
public import Foundation

/// What the bytes of a client consist of: sections, library functions, symbols.
public struct SymbolReport {
  /// The bytes that come from one function of the library, under the name of that function.
  struct Group: Equatable {
    let name: String
    var bytes = 0
    /// The number of places that the bytes are in: symbols, or inlined copies.
    var count = 0
  }

  let sections: [(name: String, client: Int, empty: Int)]
  /// The machine code of the client by the function that the code was written in, inlined or not.
  let written: [Group]
  /// The machine code of the client by the function that its own functions call, with all that is inlined there.
  let called: [Group]
  /// The symbols by function.
  let symbols: [Group]
  let largest: [(bytes: Int, name: String)]

  /// Reads the two programs. Throws if a tool is missing.
  public init(client: URL, empty: URL) throws(ToolFailure) {
    let sizes = (client: try Self.sizes(client), empty: try Self.sizes(empty))
    sections = sizes.client.sections.map { ($0.name, $0.bytes, sizes.empty[$0.name]) }
    let added = try Self.table(client).subtracting(try Self.table(empty))
    let frames = try Self.frames(of: added.filter(\.isCode), in: client)
    let names = Set(added.map(\.name) + frames.flatMap { [$0.written, $0.called] })
    let readable = try Self.demangled(names.sorted())
    func groups(_ parts: some Sequence<(name: String, bytes: Int)>) -> [Group] {
      var groups: [String: Group] = [:]
      for part in parts {
        let name = Self.function(readable[part.name] ?? part.name)
        groups[name, default: Group(name: name)].bytes += part.bytes
        groups[name]?.count += 1
      }
      return groups.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    }
    written = groups(frames.map { ($0.written, $0.bytes) })
    called = groups(frames.map { ($0.called, $0.bytes) })
    symbols = groups(added.map { ($0.name, $0.bytes) })
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
  ) throws(ToolFailure) -> [(written: String, called: String, bytes: Int)] {
    let pieces = code.flatMap { symbol in
      stride(from: 0, to: symbol.bytes, by: step).map {
        (symbol: symbol.name, address: symbol.address + $0, bytes: min(step, symbol.bytes - $0))
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
      guard let inner = functions.first, inner != "??" else { return (piece.symbol, piece.symbol, piece.bytes) }
      return (String(inner), String(functions.dropLast().last ?? inner), piece.bytes)
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
