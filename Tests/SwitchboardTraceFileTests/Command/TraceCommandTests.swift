import Foundation
import SwitchboardTraceFile
import SwitchboardTracing
import Testing

@Suite("switchboard-trace")
struct TraceCommandTests {
  @Test("summary: tables for people, keys for scripts")
  func summary() throws {
    try withTrace(Script.small()) { path in
      let text = try TraceCommand.run("summary", path)
      #expect((text.status, text.errors) == (0, ""))
      #expect(text.output.hasPrefix("app (process 7): 9 records of 1 thread in 800 ns\n"))
      #expect(text.output.contains("App/Form.swift:12"))
      #expect(text.output.contains("2 deep, 1 time"))
      let json = try TraceCommand.run("summary", path, "--json")
      let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(
        Set(try #require(object).keys) == [
          "program", "processID", "hasClock", "duration", "records", "lost", "threads", "sites", "registries", "chains",
        ])
    }
  }

  @Test("summary: a trace without clock has no durations; the loss of records comes first")
  func summaryOfLittle() throws {
    try withTrace(Script.small(hasClock: false)) { path in
      let output = try TraceCommand.run("summary", path).output
      #expect(output.contains("n/a"))
      #expect(!output.contains(" ns"))
    }
    try withTrace(Script.trace { $0.lose(1234) }) { path in
      let output = try TraceCommand.run("summary", path).output
      #expect(output.contains("\nLOST: 1,234 records missing"))
    }
  }

  @Test(
    "diff: prints nothing and exits with 0 for equal traces, prints the line and exits with 1 for one more subscription"
  )
  func diff() throws {
    try withTraces(Script.small(), Script.small(extra: true)) { first, second in
      let same = try TraceCommand.run("diff", first, first)
      #expect((same.status, same.output, same.errors) == (0, "", ""))
      let more = try TraceCommand.run("diff", first, second)
      #expect(more.status == 1)
      #expect(more.output.contains("App/Leak.swift:77  subscribe  ticks        0      1      +1"))
      #expect(try TraceCommand.run("diff", first, second, "--json").output.contains("\"site\" : \"App/Leak.swift:77\""))
    }
  }

  @Test("leaks: prints the line; exits with 1 only with --fail")
  func leaks() throws {
    try withTrace(Script.small(extra: true)) { path in
      let leaks = try TraceCommand.run("leaks", path)
      #expect(leaks.status == 0)
      #expect(leaks.output.hasPrefix("2 subscriptions of 2 lines alive at the end"))
      #expect(leaks.output.contains("App/Leak.swift:77"))
      let failing = try TraceCommand.run("leaks", path, "--fail", "--json")
      #expect(failing.status == 1)
      #expect(failing.output.contains("\"live\" : 2"))
    }
    try withTraces(Script.trace { _ in }, Script.trace { $0.lose(1) }) { none, unknown in
      let statuses = (
        try TraceCommand.run("leaks", none, "--fail").status, try TraceCommand.run("leaks", unknown, "--fail").status
      )
      #expect(statuses == (0, 1))
    }
  }

  @Test("cat: lines, filters, limits, objects")
  func cat() throws {
    try withTrace(Script.small()) { path in
      let all = try TraceCommand.run("cat", path)
      #expect(all.output.split(separator: "\n").count == 9)
      let some = try TraceCommand.run("cat", path, "--filter", "kind=send,deliver site=Form.swift", "--limit", "1")
      #expect(some.output == "   0.000000300  t1   deliver      App/Form.swift:12 registry=5 subscription=1 flow=1\n")
      let json = try TraceCommand.run("cat", path, "--json", "--limit", "1").output
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
    }
  }

  @Test("export: a format's text is the same in a file and on standard output", arguments: TraceFormat.all.map(\.name))
  func export(format: String) throws {
    try withTrace(Script.small()) { path in
      let text = try TraceCommand.run("export", path, "--format", format)
      #expect(text.status == 0 && !text.output.isEmpty)
      try withScratchFile { output in
        let toFile = try TraceCommand.run("export", path, "--format", format, "--output", output)
        let written = String(decoding: try bytes(of: output), as: UTF8.self)
        #expect(toFile.status == 0 && written == text.output)
      }
    }
  }

  @Test("export: the help says what each format is for")
  func formats() throws {
    let help = try TraceCommand.run("export", "--help").output
    for format in TraceFormat.all { #expect(help.contains("  \(format.purpose)")) }
  }

  @Test("export: golden text, a graph, JSON")
  func exported() throws {
    try withTrace(Script.small()) { path in
      #expect(try TraceCommand.run("export", path, "--format", "golden").output.hasPrefix("# switchboard.golden/2\n"))
      #expect(try TraceCommand.run("export", path, "--format", "dot").output.hasPrefix("digraph"))
      let json = try TraceCommand.run("export", path, "--format", "chrome").output
      #expect(try JSONSerialization.jsonObject(with: Data(json.utf8)) is [String: Any])
    }
  }

  @Test("a missing file, or a directory: 66")
  func noInput() throws {
    let missing = try TraceCommand.run("summary", "/tmp/there is no such.pftrace")
    #expect(missing.status == 66)
    #expect(missing.errors.contains("cannot open /tmp/there is no such.pftrace: No such file"))
    #expect(try TraceCommand.run("leaks", "/tmp").status == 66)
  }

  @Test("an empty or foreign file: 65")
  func noTrace() throws {
    try withScratchFile { path in
      #expect(try TraceCommand.run("summary", path).status == 65)
      try write(Array("#!/bin/sh\necho no trace\n".utf8), to: path)
      let foreign = try TraceCommand.run("cat", path)
      #expect(foreign.status == 65)
      #expect(foreign.errors.contains(path))
      #expect(foreign.output.isEmpty)
    }
  }

  @Test("a file that is cut off: the records before the cut, a message about the cut, and 65")
  func truncated() throws {
    try withTrace(Script.small()) { path in
      let whole = try TraceCommand.run("cat", path).output
      try write(try bytes(of: path).dropLast(3), to: path)
      let cut = try TraceCommand.run("cat", path)
      #expect(cut.status == 65)
      #expect(cut.errors.contains("ends in the middle"))
      #expect(!cut.output.isEmpty && whole.hasPrefix(cut.output))
      for arguments in [["summary"], ["leaks"], ["export", "--format=golden"], ["diff", path]] {
        let outcome = try TraceCommand.shell("\"$0\" \(arguments.joined(separator: " ")) \(path)")
        #expect(outcome.status == 65, "\(arguments)")
        #expect(outcome.errors.contains("ends in the middle"), "\(arguments)")
        #expect(arguments[0] == "diff" || !outcome.output.isEmpty, "\(arguments)")
      }
    }
  }

  @Test("a file without an end, as a killed program leaves it: a warning, also for scripts; leaks --fail exits with 1")
  func withoutEnd() throws {
    let ended = Script.trace { t in
      t.subscribe(1, "ticks", 5, at: "App/Form.swift:12")
      t.dispose(1, "ticks", 5, at: "App/Form.swift:12")
    }
    try withTrace(ended) { path in
      #expect(try TraceCommand.run("leaks", path, "--fail").status == 0)
      // The end mark has 20 bytes.
      try write(try bytes(of: path).dropLast(20), to: path)
      let calls = [["summary"], ["leaks"], ["cat"], ["export", "--format=golden"], ["diff", path]]
      for arguments in calls {
        let outcome = try TraceCommand.shell("\"$0\" \(arguments.joined(separator: " ")) \(path)")
        #expect(outcome.status == 0, "\(arguments)")
        #expect(outcome.errors.contains("\(path): the trace has no end"), "\(arguments)")
      }
      for arguments in [["summary"], ["leaks"], ["cat"], ["diff", path]] {
        let outcome = try TraceCommand.shell("\"$0\" \(arguments.joined(separator: " ")) \(path) --json")
        let last = arguments == ["cat"] ? outcome.output.split(separator: "\n").last.map(String.init) : outcome.output
        let object = try JSONSerialization.jsonObject(with: Data(try #require(last).utf8)) as? [String: Any]
        #expect((object?["warnings"] as? [String])?.first?.contains("has no end") == true, "\(arguments)")
      }
      #expect(try TraceCommand.run("leaks", path, "--fail").status == 1)
    }
  }

  @Test(
    "wrong options: 64, and the valid options",
    arguments: [
      (["summry", "x"], "unexpected arguments"), (["export", "x", "--format", "pdf"], "chrome"),
      (["cat", "x", "--filter", "knd=send"], "Valid keys: kind"), (["cat", "x", "--limit", "-1"], "limit"),
      (["diff", "x"], "second"), (["diff", "x", "y", "--durations", "0.5"], "1 or more"),
      (["summary", "x", "--top=-1"], "--top"),
    ])
  func usage(arguments: [String], message: String) throws {
    let line = arguments.map { "'\($0)'" }.joined(separator: " ")
    let outcome = try TraceCommand.shell("\"$0\" \(line)")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
  }

  @Test("an export does not overwrite its trace")
  func sameFile() throws {
    try withTrace(Script.small()) { path in
      let before = try bytes(of: path)
      let outcome = try TraceCommand.run("export", path, "--format", "golden", "--output", path)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("is the trace to read"))
      #expect(try bytes(of: path) == before)
    }
  }

  @Test("an output that cannot be written: 74")
  func noOutput() throws {
    try withTrace(Script.small()) { path in
      let nowhere = try TraceCommand.run("export", path, "--format", "golden", "--output", "/no/such/directory/x")
      #expect(nowhere.status == 74)
      #expect(nowhere.errors.contains("cannot write /no/such/directory/x: No such file or directory"))
    }
  }

  @Test("a full disk: 74", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDisk() throws {
    try withTrace(Script.small()) { path in
      let exports = TraceFormat.all.map { "export --format \($0.name)" }
      for arguments in ["summary", "leaks", "cat", "summary --json"] + exports {
        let outcome = try TraceCommand.shell("\"$0\" \(arguments) \(path) > /dev/full")
        #expect(outcome.status == 74, "\(arguments)")
        #expect(outcome.errors.contains("cannot write standard output: No space left on device"), "\(arguments)")
      }
    }
  }

  @Test("a reader that closes the pipe early ends the command without an error")
  func closedPipe() throws {
    let trace = Script.trace { t in for _ in 0..<10_000 { t.close("ticks", 1) } }
    try withTrace(trace) { path in
      let outcome = try TraceCommand.shell("{ \"$0\" cat \(path); echo $? >&2; } | head -n 1")
      #expect(outcome.errors == "0\n")
      #expect(outcome.output.split(separator: "\n").count == 1)
    }
  }
}
