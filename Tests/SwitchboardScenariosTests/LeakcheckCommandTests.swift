import Foundation
import SwitchboardTraceFile
import Testing

@Suite("leakcheck", .enabled(if: CatalogueTests.hasTracing))
struct LeakcheckCommandTests {
  @Test("all as expected: a table, the files, 0")
  func asExpected() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "strong-self", "--cycles", "2")
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.output.hasPrefix("scenario"))
    #expect(outcome.output.contains("leaking/strong-self  1 retained  1 retained  as expected\n"))
    #expect(outcome.output.hasSuffix("\n2 scenarios as expected, in 2 cycles each\n"))
    #expect(Set(outcome.files.keys) == ["leakcheck.json", "leakcheck.md"])
    #expect(outcome.files["leakcheck.md"]?.contains("| `leaking/strong-self` |") == true)
  }

  @Test("JSON: the schema, the keys, the file; the same bytes again")
  func json() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "*/two-*", "--json")
    #expect(outcome.status == 0)
    #expect(outcome.output == outcome.files["leakcheck.json"])
    #expect(try LeakcheckCommand.run("--scenario", "*/two-*", "--json").output == outcome.output)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(report["schema"] as? String == "switchboard.leakcheck/1")
    #expect(Set(report.keys) == ["schema", "cycles", "passed", "failed", "scenarios"])
    let scenarios = try #require(report["scenarios"] as? [[String: Any]])
    #expect(
      scenarios.map { $0["name"] as? String } == ["leaking/two-closures", "leaking/two-owners", "leaking/two-together"])
    let findings = try #require(scenarios[0]["findings"] as? [[String: Any]])
    #expect(findings.map { $0["kind"] as? String } == ["retained", "retained"])
    #expect(findings.allSatisfy { $0["count"] as? Int == 10 && $0["firstCycle"] as? Int == 1 })
  }

  @Test("a scenario that throws, crashes or hangs is reported as such, and the other scenarios still run")
  func isolation() throws {
    let outcome = try LeakcheckCommand.run(
      "--scenario", "fixture/throws", "--scenario", "fixture/traps", "--scenario", "fixture/hangs", "--scenario",
      "clean/waitable", "--timeout", "5")
    #expect(outcome.status == 2)
    let verdicts = outcome.output.split(separator: "\n").prefix(5).map { $0.split(separator: " ").last ?? "" }
    #expect(verdicts == ["verdict", "expected", "threw", "crashed", "hung"])
    #expect(outcome.output.contains("threw: in run 1: Refusal()"))
    #expect(outcome.output.contains("crashed: by signal "))
    #expect(outcome.output.contains("Fatal error: a scenario that crashes on purpose"))
    #expect(outcome.output.contains("hung: the scenario had not ended after 5 s"))
  }

  @Test("a leak in clean code and an expected leak that is missing: 2, and both are reported")
  func wrong() throws {
    let outcome = try LeakcheckCommand.run(
      "--scenario", "fixture/leaks", "--scenario", "fixture/announces-too-much", "--scenario",
      "fixture/announces-nothing")
    #expect(outcome.status == 2)
    #expect(outcome.output.contains("not expected (subscription): growing: 10 subscriptions made at"))
    #expect(outcome.output.contains("not found: orphan (subscription) at SwitchboardScenarios/Fixtures.swift:"))
    #expect(outcome.output.contains("its body reaches no expectLeak(…)"))
    #expect(outcome.output.hasSuffix("3 of 3 scenarios not as expected, in 10 cycles each\n"))
  }

  @Test("annotations for GitHub name the file in the package, and the line")
  func gitHub() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "fixture/leaks", "--format", "github")
    #expect(outcome.status == 2)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2)
    let file = "::error file=Sources/Workshop/SwitchboardScenarios/Fixtures.swift,"
    #expect(lines[0].hasPrefix(file))
    let pattern = /::error file=[\w\/]+\.swift,line=(\d+),title=leakcheck%3A fixture\/leaks::(.*)/
    let match = try #require(try pattern.wholeMatch(in: lines[0]))
    let source = try SourceFile("SwitchboardScenarios/Fixtures.swift").text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(source[try #require(Int(match.1)) - 1].contains("subscribe"))
    #expect(match.2.contains("%0A  Fix: "))
  }

  @Test("keeps the traces of leaking scenarios only, with the line of the leak")
  func flightRecorder() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("leakcheck-traces-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try LeakcheckCommand.run("--scenario", "strong-self", "--json", "--flight-recorder", folder.path)
    #expect(outcome.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["leaking-strong-self.pftrace"])
    let result = try #require(
      (try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])?["scenarios"]
        as? [[String: Any]])
    let finding = try #require((result.last?["findings"] as? [[String: Any]])?.first)
    var reader = try PerfettoReader(path: folder.appendingPathComponent("leaking-strong-self.pftrace").path)
    var subscribed: [UInt32] = []
    while let record = try reader.next() {
      if record.kind == .subscribe { subscribed.append(reader.symbols.site(of: record).line) }
    }
    #expect(subscribed.contains(UInt32(try #require(finding["line"] as? Int))))
  }

  @Test("an interruption ends the command and its children: 130, no file is written")
  func interruption() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "fixture/interrupts")
    #expect(outcome.status == 130)
    #expect(outcome.errors == "leakcheck: interrupted, so no report was written\n")
    #expect(outcome.files.isEmpty && outcome.output.isEmpty)
  }

  @Test("a directory that cannot be written: 74")
  func noOutput() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "waitable", "--output", "/dev/null/reports")
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("cannot write /dev/null/reports"))
  }
}

@Suite("leakcheck, with the trait or without")
struct LeakcheckOptionTests {
  @Test("lists the catalogue without the fixtures")
  func list() throws {
    let outcome = try LeakcheckCommand.run("--list")
    #expect(outcome.status == 0)
    let names = outcome.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.contains("leaking/strong-self") && names.contains("clean/strong-self"))
    #expect(names == names.sorted())
    #expect(!outcome.output.contains("fixture"))
  }

  @Test("an unknown scenario: 64, and the valid names, the closest first")
  func unknown() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "strong-slef")
    #expect(outcome.status == 64)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines[0].contains("--scenario strong-slef matches nothing"))
    #expect(lines[1...2] == ["  clean/strong-self", "  leaking/strong-self"])
    #expect(outcome.errors.contains("  leaking/replay-without-limit\n"))
  }

  @Test("wrong options: 64", arguments: [["--cycles", "0"], ["--timeout", "0"], ["--json", "--format", "github"]])
  func usage(arguments: [String]) throws {
    let outcome = try LeakcheckCommand.run(arguments[0], arguments[1], arguments.count > 2 ? arguments[2] : "--json")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(arguments[0]))
  }

  @Test("without the trait: 69, and how to enable it", .disabled(if: CatalogueTests.hasTracing))
  func withoutTrait() throws {
    let outcome = try LeakcheckCommand.run("--scenario", "waitable")
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("swift run --traits Tracing leakcheck"))
    #expect(outcome.files.isEmpty)
  }
}
