public import Foundation

/// The bytes that products and operators add to a program, as a committed file has them.
public struct ClientSizes: Codable, Equatable, Sendable {
  /// The compiler, such as `Swift version 6.3.1 (swift-6.3.1-RELEASE)`, and the architecture, as in “… on x86_64”.
  var compiler: String
  /// The bytes by name.
  var bytes: [String: Int]

  /// Reads a file. Throws if it cannot be read.
  public init(reading file: URL) throws(ToolFailure) {
    do {
      self = try JSONDecoder().decode(ClientSizes.self, from: Data(contentsOf: file))
    } catch {
      throw ToolFailure("cannot read the sizes \(file.path); --renew makes them")
    }
  }

  init(compiler: String, bytes: [String: Int]) {
    self.compiler = compiler
    self.bytes = bytes
  }

  public func write(to file: URL) throws(ToolFailure) {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try (encoder.encode(self) + Data("\n".utf8)).write(to: file)
    } catch {
      throw ToolFailure("cannot write the sizes \(file.path): \(error.localizedDescription)")
    }
  }

  /// The number of figures.
  public var count: Int { bytes.count }

  /// Says for which compiler `expected` is, if that is another one: then only names are compared.
  public func note(comparedWith expected: ClientSizes) -> String? {
    compiler == expected.compiler
      ? nil : "the sizes are those of \(expected.compiler); with \(compiler) they are not compared, only their names"
  }

  /// Tells in which figures this run differs from `expected`, one in each line; nil if in none. A figure may differ by
  /// one percent, or by 32 bytes: in folders with other names, alignment makes 16.
  ///
  /// - Parameter leftOut: The names of operators that this run has not measured: `expected` must have them.
  public func differences(from expected: ClientSizes, leftOut: Set<String> = []) -> String? {
    let lines = Set(bytes.keys).union(expected.bytes.keys).union(leftOut).sorted().compactMap { name -> String? in
      guard let was = expected.bytes[name] else { return "+ \(name)" }
      guard let now = bytes[name] else { return isLeftOut(name, leftOut) ? nil : "- \(name)" }
      guard compiler == expected.compiler, abs(now - was) > max(32, was / 100) else { return nil }
      return "\(name): \(was) bytes in the file, \(now) now"
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private func isLeftOut(_ name: String, _ leftOut: Set<String>) -> Bool {
    leftOut.contains(name)
      || SizeMeasurement.State.allCases.contains { $0.isOnlyRenewed && name.hasSuffix($0.suffix) }
  }
}
