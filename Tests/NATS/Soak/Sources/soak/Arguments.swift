import Foundation

/// The arguments of a subcommand: `--name value` each.
struct Arguments {
  private var values: [String: String] = [:]

  init(_ words: ArraySlice<String>) {
    var rest = words
    while let name = rest.popFirst() {
      guard name.hasPrefix("--"), let value = rest.popFirst() else { fail("\(name) needs a value") }
      values[String(name.dropFirst(2))] = value
    }
  }

  func text(_ name: String) -> String { values[name] ?? { fail("--\(name) is missing") }() }

  func number(_ name: String, default fallback: Int? = nil) -> Int {
    guard let text = values[name] else { return fallback ?? { fail("--\(name) is missing") }() }
    return Int(text) ?? { fail("--\(name) needs a number, not “\(text)”") }()
  }
}

/// Ends the program, because its arguments are wrong or it cannot work.
func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("soak: \(reason)\n".utf8))
  exit(2)
}
