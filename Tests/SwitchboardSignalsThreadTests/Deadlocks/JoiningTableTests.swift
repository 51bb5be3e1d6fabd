import Foundation
import Testing

@Suite("R4 Joining operators: the table of the deadlock tests")
struct JoiningTableTests {
  /// Functions that take signals, or closures that return signals, and deliver the events of one source.
  private static let ofOneSource: Set<String> = ["deferred", "using"]

  @Test("Every operator with several sources is in the table")
  func isComplete() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardizedFileURL
    let interface = try String(
      contentsOf: package.appendingPathComponent("Reports/PublicAPI/Switchboard.txt"), encoding: .utf8)
    let operators = operatorsWithSeveralSources(in: interface)
    // Less would mean that the form of the file has changed.
    try #require(operators.count > 20)
    #expect(operators.subtracting(Join.all.map { String($0.function) }).subtracting(Self.ofOneSource) == [])
  }

  /// Returns the names of the functions of signals that have a signal among their parameters, or a closure that returns
  /// a signal. `flatten` and `switchToLatest` have their signals among their values.
  private func operatorsWithSeveralSources(in interface: String) -> Set<String> {
    var (isOfSignals, names): (Bool, Set<String>) = (false, [])
    for line in interface.split(separator: "\n") {
      if !line.hasPrefix(" ") {
        isOfSignals = line.hasPrefix("struct Signal<") || line.hasPrefix("protocol SignalProtocol<")
      } else if isOfSignals, let function = line.range(of: "func ") {
        let rest = line[function.upperBound...].drop { $0 == "`" }
        let result = rest.range(of: ") -> Signal<", options: .backwards)?.lowerBound ?? rest.endIndex
        let constraints = rest.range(of: " where ")?.lowerBound ?? rest.endIndex
        let takesSignals = rest[..<result].contains("Signal") || rest[constraints...].contains("SignalProtocol")
        if takesSignals, rest[result...].contains("Signal<") { names.insert(String(rest.prefix { $0.isLetter })) }
      }
    }
    return names
  }
}
