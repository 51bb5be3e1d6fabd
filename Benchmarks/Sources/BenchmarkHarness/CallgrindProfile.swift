/// A callgrind profile of one region of a program: the instructions, and the number of calls by function.
public struct CallgrindProfile: Equatable, Sendable {
  /// The instructions executed, callees included.
  public var instructions: Int
  /// The calls that increment a reference count.
  public var retains: Int
  /// The calls that decrement a reference count.
  public var releases: Int

  /// Reads the text of a `callgrind.out` file. Returns nil if the text has no total.
  public init?(parsing text: String) {
    var names = FunctionNames()
    var caller = ""
    var callee = ""
    var total: Int?
    var retains = 0
    var releases = 0
    for line in text.split(separator: "\n") {
      if line.hasPrefix("fn=") {
        caller = names.resolve(line.dropFirst(3))
      } else if line.hasPrefix("cfn=") {
        callee = names.resolve(line.dropFirst(4))
      } else if line.hasPrefix("calls=") {
        let calls = line.dropFirst(6).prefix { $0 != " " }
        // A retain function that calls another retain function counts once.
        if Self.isRetain(callee), !Self.isRetain(caller) { retains += Int(calls) ?? 0 }
        if Self.isRelease(callee), !Self.isRelease(caller) { releases += Int(calls) ?? 0 }
      } else if line.hasPrefix("totals:") || line.hasPrefix("summary:") {
        total = total ?? line.split(separator: " ").last.flatMap { Int($0) }
      }
    }
    guard let total else { return nil }
    instructions = total
    self.retains = retains
    self.releases = releases
  }

  private static func isRetain(_ name: String) -> Bool {
    name.hasPrefix("swift_retain") || name.hasPrefix("swift_bridgeObjectRetain")
      || name.hasPrefix("swift_unknownObjectRetain") || name.hasPrefix("swift_nonatomic_retain")
  }

  private static func isRelease(_ name: String) -> Bool {
    name.hasPrefix("swift_release") || name.hasPrefix("swift_bridgeObjectRelease")
      || name.hasPrefix("swift_unknownObjectRelease") || name.hasPrefix("swift_nonatomic_release")
  }
}

/// The function names of a profile. Callgrind writes a name once, as `(12) name`, and then only `(12)`.
private struct FunctionNames {
  private var known: [Substring: String] = [:]

  mutating func resolve(_ text: Substring) -> String {
    guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return String(text) }
    let key = text[...end]
    let name = text[text.index(after: end)...].drop { $0 == " " }
    if name.isEmpty { return known[key] ?? "" }
    known[key] = String(name)
    return String(name)
  }
}
