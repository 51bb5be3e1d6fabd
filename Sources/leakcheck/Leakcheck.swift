import SwitchboardScenarios
@main
struct X {
  static func main() async throws {
    let a = CommandLine.arguments.dropFirst()
    for s in Scenario.catalogue where a.isEmpty || a.contains(where: { s.name.contains($0) }) {
      let r = try await s.check(cycles: 10)
      print(r.verdict.rawValue, r.name, r.reason ?? "")
      for m in r.missing { print("   missing", m.kind, m.cause, m.line) }
      for m in r.unexpected { print("   unexpected", m.kind, m.cause, m.place, m.summary) }
    }
  }
}
