public import Foundation

/// The functions of the library that a client may contain, as a committed file lists them: one in each line.
public struct FunctionList: Equatable, Sendable {
  let functions: [String]

  init(_ functions: [String]) { self.functions = functions }

  /// The functions that `report` has found.
  public init(of report: SymbolReport) { self.init(report.functions) }

  /// Reads a file. Throws if the file cannot be read.
  public init(reading file: URL) throws(ToolFailure) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw ToolFailure("cannot read the list of functions \(file.path); --renew makes it")
    }
    self.init(text.split(separator: "\n").map(String.init))
  }

  public func write(to file: URL) throws(ToolFailure) {
    do {
      try Data(functions.map { $0 + "\n" }.joined().utf8).write(to: file)
    } catch {
      throw ToolFailure("cannot write the list of functions \(file.path): \(error.localizedDescription)")
    }
  }

  /// Tells in which functions this list differs from `allowed`, one in each line; nil if the lists are equal.
  public func differences(from allowed: FunctionList) -> String? {
    let (contained, expected) = (Set(functions), Set(allowed.functions))
    let lines =
      contained.subtracting(expected).sorted().map { "+ \($0)" }
      + expected.subtracting(contained).sorted().map { "- \($0)" }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The number of functions.
  public var count: Int { functions.count }
}
