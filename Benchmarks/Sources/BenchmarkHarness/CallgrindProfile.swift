/// What callgrind wrote about one region of a program: instructions, and who was called how often.
public struct CallgrindProfile: Equatable, Sendable {
  /// Instructions executed, callees included.
  public var instructions: Int
  /// Calls that add to a reference count.
  public var retains: Int
  /// Calls that take from one.
  public var releases: Int

  /// Reads the text of a `callgrind.out` file; nil if it has no total.
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
        // One that hands over to another is one, not two.
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

/// Callgrind writes a name once, as `(12) name`, and `(12)` from then on.
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
