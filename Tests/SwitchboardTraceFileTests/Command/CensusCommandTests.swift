import Foundation
import SwitchboardTraceFile
import Testing

@Suite("switchboard-trace census")
struct CensusCommandTests {
  private static let before = CensusDocument.made(
    [screens(45, 3, owner: "Home"), screens(46, 5), screens(47, 1)], [.made("LoginFlow/Screens.swift:10")])
  private static let after = CensusDocument.made(
    [screens(45, 7, owner: "Home"), screens(46, 1), screens(47, 1)],
    [.made("LoginFlow/Screens.swift:10"), .made("LoginFlow/Screens.swift:10")], at: 112.5)

  private static func screens(_ line: Int, _ count: UInt64, owner: String? = nil) -> CensusDocument.Subscriptions {
    .made("LoginFlow/Screens.swift:\(line)", count, owner: owner)
  }

  private func withCensuses(_ documents: CensusDocument..., body: ([String]) throws -> Void) throws {
    try withFiles(documents.map { try $0.json }, body)
  }

  @Test("two censuses: what grew, the highest growth first, and the number of lines that shrank")
  func growth() throws {
    try withCensuses(Self.before, Self.after) { paths in
      let outcome = try TraceCommand.run("census", paths[0], paths[1])
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(
        outcome.output == """
          LoginFlow (process 1234), from 12.5 s to 1 min 52 s: 2 lines grew, 1 shrank (--all shows what shrank)

            growth  before  after  line                        what          label                       owner
                +4       3      7  LoginFlow/Screens.swift:45  subscription  clicks                      Home
                +1       1      2  LoginFlow/Screens.swift:10  registry      PublishSubject<Int, Never>

          """)
      #expect(try page().contains("after.json\n\(outcome.output)```\n"))
      let all = try TraceCommand.run("census", paths[0], paths[1], "--all").output
      #expect(all.hasPrefix("LoginFlow (process 1234), from 12.5 s to 1 min 52 s: 2 lines grew, 1 shrank\n"))
      #expect(all.contains("    -4       5      1  LoginFlow/Screens.swift:46  subscription  clicks\n"))
      let top = try TraceCommand.run("census", paths[0], paths[1], "--top", "1").output
      #expect(top.contains("swift:45") && !top.contains("swift:10") && top.contains("… and 1 more (--top)\n"))
    }
  }

  @Test("--fail exits with 1 if a line grew, not if all stayed or shrank; --json and --top do not change that")
  func fail() throws {
    try withCensuses(Self.before, Self.after) { paths in
      #expect(try TraceCommand.run("census", paths[0], paths[1], "--fail").status == 1)
      #expect(try TraceCommand.run("census", paths[0], paths[1], "--fail", "--json", "--top", "1").status == 1)
      let same = try TraceCommand.run("census", paths[0], paths[0], "--fail")
      #expect(same.status == 0)
      #expect(same.output == "LoginFlow (process 1234), from 12.5 s to 12.5 s: 0 lines grew, 0 shrank\n")
    }
    try withCensuses(Self.before, .made()) { paths in
      let shrunk = try TraceCommand.run("census", paths[0], paths[1], "--fail", "--all")
      #expect(shrunk.status == 0)
    }
  }

  @Test("--json: the keys of the help; only growth without --all")
  func json() throws {
    try withCensuses(Self.before, Self.after) { paths in
      func object(_ arguments: String...) throws -> [String: Any] {
        let line = (["\"$0\" census"] + paths + arguments).joined(separator: " ")
        let output = try TraceCommand.shell(line).output
        return try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
      }
      let growth = try object("--json", "--top", "1")
      #expect(Set(growth.keys) == ["before", "after", "lines", "shrunk"])
      #expect((growth["before"] as? [String: Any])?["at"] as? Double == 12.5)
      #expect((growth["lines"] as? [[String: Any]])?.map { $0["growth"] as? Int } == [4, 1])
      #expect(growth["shrunk"] as? Int == 1)
      let all = try object("--json", "--all")["lines"] as? [[String: Any]]
      #expect(all?.map { $0["growth"] as? Int } == [4, 1, -4])
    }
  }

  @Test("one census: its tables, the largest rows first; --json: the census")
  func one() throws {
    let census = CensusDocument.made(
      [.made("A/B.swift:1", 3), .made("A/B.swift:2", 5, owner: "Home")],
      [.made("A/C.swift:1", name: "clicks"), .made(nil, type: "T")])
    try withCensuses(census) { paths in
      let outcome = try TraceCommand.run("census", paths[0])
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(
        outcome.output == """
          LoginFlow (process 1234) after 12.5 s, at 2026-11-25T06:00:00Z: 2 registries, 2 subscription lines

          Subscriptions by line
            count  line         label   owner  deliveries  waiting  oldest  youngest  owners gone
                5  A/B.swift:2  clicks  Home           30        0  12.0 s     1.0 s            0
                3  A/B.swift:1  clicks                 30        0  12.0 s     1.0 s            0

          Registries
            id  name    kind     line         subscribers  sends  deliveries  waiting  most  kept     age
             5  clicks  subject  A/C.swift:1            3    100         300        0     2     0  12.5 s
             5  T       subject  ?                      3    100         300        0     2     0  12.5 s

          """)
      let json = try TraceCommand.run("census", paths[0], "--json").output
      let read = try JSONDecoder().decode(CensusDocument.self, from: Data(json.utf8))
      #expect(read.subscriptions == census.subscriptions.reversed() && read.registries == census.registries)
    }
  }

  @Test("censuses of two processes, or in the wrong order: a warning, also for scripts")
  func processes() throws {
    try withCensuses(Self.before, .made(process: 99, at: 72.5), .made(at: 1)) { paths in
      let other = try TraceCommand.run("census", paths[0], paths[1])
      #expect(other.status == 0)
      let doubt = "\(paths[0]) is of LoginFlow (process 1234), but \(paths[1]) is of LoginFlow (process 99)"
      #expect(other.errors.contains(doubt))
      #expect(try TraceCommand.run("census", paths[0], paths[1], "--json").output.contains("\"warnings\""))
      let older = try TraceCommand.run("census", paths[0], paths[2])
      #expect(older.errors.contains("\(paths[2]) is older than \(paths[0])"))
    }
  }

  @Test("what a census lacks is a warning, with one census and with two, also for scripts")
  func notCounted() throws {
    try withCensuses(.made(notCounted: ["Chains."]), .made(at: 72.5, notCounted: ["Values.", "Ages."])) { paths in
      let warnings = [(0, "Chains."), (1, "Values."), (1, "Ages.")].map { "NOT COUNTED in \(paths[$0.0]): \($0.1)" }
      let two = try TraceCommand.run("census", paths[0], paths[1])
      #expect(two.errors == warnings.map { "switchboard-trace: \($0)\n" }.joined())
      let json = try TraceCommand.run("census", paths[0], paths[1], "--json").output
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect(object?["warnings"] as? [String] == warnings)
      #expect(try TraceCommand.run("census", paths[0]).errors == "switchboard-trace: \(warnings[0])\n")
    }
  }

  @Test("reads standard input, as the first and as the second census; not as both")
  func standardInput() throws {
    try withCensuses(Self.before, Self.after) { paths in
      let files = try TraceCommand.run("census", paths[0], paths[1]).output
      #expect(try TraceCommand.shell("\"$0\" census - \(paths[1]) < \(paths[0])").output == files)
      #expect(try TraceCommand.shell("cat \(paths[1]) | \"$0\" census \(paths[0]) -").output == files)
      #expect(try TraceCommand.shell("cat \(paths[1]) | \"$0\" census \(paths[0]) /dev/stdin").output == files)
      #expect(try TraceCommand.shell("\"$0\" census - < \(paths[0])").status == 0)
      #expect(try TraceCommand.shell("\"$0\" census - <&-").status == 66)
      let bad = try TraceCommand.shell("echo x | \"$0\" census -")
      #expect(bad.status == 65 && bad.errors.contains("standard input: the file is no census: it is not JSON"))
      #expect(try TraceCommand.run("census", "-", "-").status == 64)
    }
  }

  @Test(
    "a file that is no census: 65, and what is wrong",
    arguments: [
      ("", "the file is empty"), ("#!/bin/sh\n", "it is not JSON"), ("[]", "it is no JSON object"),
      ("{}", "the key version is missing"), (#"{"version":"1"}"#, "the value of version has the wrong type"),
      (#"{"version":1,"program":null}"#, "the value of program is null"),
      (#"{"version":0}"#, "the value of version is impossible"),
      (#"{"version":2}"#, "the census has version 2, but this program reads version 1"),
      (#"{"error":"The token\u001b is wrong."}"#, #"an error that the inspector answered: The token\u{1b} is wrong."#),
    ])
  func foreign(text: String, message: String) throws {
    try withFiles([text, Self.before.json]) { paths in
      for arguments in [[paths[0]], [paths[0], paths[1]], [paths[1], paths[0]]] {
        let outcome = try TraceCommand.shell("\"$0\" census \(arguments.joined(separator: " "))")
        #expect((outcome.status, outcome.output) == (65, ""))
        #expect(outcome.errors.hasPrefix("switchboard-trace: \(paths[0]): "))
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
      }
    }
  }

  @Test("a fault inside a census is named with its place")
  func place() throws {
    let text = try Self.before.json
    try withFiles([
      text.replacing("\"label\":\"clicks\"", with: "\"lable\":\"clicks\"", maxReplacements: 1),
      text.replacing("\"sends\":100", with: "\"sends\":-1"),
    ]) { paths in
      let (missing, negative) = (try TraceCommand.run("census", paths[0]), try TraceCommand.run("census", paths[1]))
      #expect(missing.status == 65 && missing.errors.contains("the key subscriptions[0].label is missing"))
      #expect(negative.status == 65 && negative.errors.contains("is impossible"), "\(negative.errors)")
    }
  }

  @Test("a missing file, or a directory: 66")
  func noInput() throws {
    try withCensuses(Self.before) { paths in
      let missing = try TraceCommand.run("census", paths[0], "/tmp/there is no such.json")
      #expect(missing.status == 66)
      #expect(missing.errors.contains("cannot open /tmp/there is no such.json: No such file"))
      #expect(try TraceCommand.run("census", "/tmp").status == 66)
    }
  }

  @Test(
    "wrong options: 64",
    arguments: [
      ("x --fail", "--fail compares two"), ("x --all", "--all compares two"), ("x --top=-1", "--top"), ("", "before"),
    ])
  func usage(arguments: String, message: String) throws {
    let outcome = try TraceCommand.shell("\"$0\" census \(arguments)")
    #expect(outcome.status == 64 && outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("names cannot send escape codes to the terminal, neither in tables nor in warnings nor in JSON")
  func escapes() throws {
    let evil = "a\u{1B}[31m\u{9B}2J\u{202E}\nb\u{7F}"
    let census = CensusDocument.made(
      [.made(evil, 1, label: evil, owner: evil)], [.made(nil, name: evil)], notCounted: [evil])
    try withCensuses(.made(), census) { paths in
      for arguments in [[paths[1]], [paths[0], paths[1]], [paths[1], "--json"], paths + ["--json"]] {
        let outcome = try TraceCommand.shell("\"$0\" census \(arguments.joined(separator: " "))")
        for scalar in (outcome.output + outcome.errors).unicodeScalars where scalar != "\n" {
          #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value), "\(arguments)")
        }
        #expect(outcome.errors.contains(#"a\u{1b}[31m\u{9b}2J\u{202e}\nb\u{7f}"#))
      }
      let json = try TraceCommand.run("census", paths[1], "--json").output
      #expect(try JSONDecoder().decode(CensusDocument.self, from: Data(json.utf8)).registries == census.registries)
    }
  }

  @Test("a full disk: 74", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    try withCensuses(Self.before, Self.after) { paths in
      let outcome = try TraceCommand.shell("\"$0\" census \(paths[0]) \(paths[1]) --fail > /dev/full")
      #expect(outcome.status == 74)
    }
  }
}
