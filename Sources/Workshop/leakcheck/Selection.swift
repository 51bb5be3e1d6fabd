import ArgumentParser
import Foundation
import SwitchboardScenarios

/// The scenarios that the user asked for, in the order of the catalogue.
struct Selection {
  static let all = Scenario.catalogue + Scenario.fixtures

  let scenarios: [Scenario]

  /// Selects the scenarios whose names match. Throws a message that lists the valid names, the closest first.
  init(_ wanted: [String]) throws {
    for name in wanted where !Self.all.contains(where: { Self.matches($0, name) }) {
      throw ValidationError(
        """
        --scenario \(name) matches nothing. Write a part of a name, or a pattern with * and ? for the whole name. \
        All names, the closest first:
        \(Self.closest(to: name).map { "  \($0)" }.joined(separator: "\n"))
        """)
    }
    scenarios =
      wanted.isEmpty ? Scenario.catalogue : Self.all.filter { one in wanted.contains { Self.matches(one, $0) } }
  }

  /// Returns whether `wanted` selects a scenario. A fixture is selected only by its full name.
  private static func matches(_ scenario: Scenario, _ wanted: String) -> Bool {
    let name = scenario.name
    if name == wanted { return true }
    if name.hasPrefix("fixture/") { return false }
    return wanted.contains { "*?[".contains($0) } ? fnmatch(wanted, name, 0) == 0 : name.contains(wanted)
  }

  private static func closest(to wanted: String) -> [String] {
    Scenario.catalogue.map { (name: $0.name, distance: distance(wanted, to: $0.name)) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.map(\.name)
  }

  /// Returns the distance to the whole name or to its last part, whichever is closer.
  private static func distance(_ wanted: String, to name: String) -> Int {
    let topic = name.split(separator: "/").last.map(String.init) ?? name
    return min(edits(wanted, name), edits(wanted, topic))
  }

  /// Returns the number of characters that must be inserted, deleted or replaced.
  private static func edits(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (i, character) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in second.indices {
        let replaced = diagonal + (character == second[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[second.count]
  }
}

/// The text that `--list` prints.
struct ListText {
  let text: String

  init(_ scenarios: [Scenario]) {
    let width = scenarios.map(\.name.count).max() ?? 0
    text = scenarios.map { scenario in
      scenario.name + String(repeating: " ", count: width + 2 - scenario.name.count) + scenario.summary + "\n"
    }.joined()
  }
}
