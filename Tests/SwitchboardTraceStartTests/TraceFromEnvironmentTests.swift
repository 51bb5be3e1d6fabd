import Foundation
import SwitchboardTestSupport
import SwitchboardTraceFile
import Testing

let isTracing: Bool = {
  #if Tracing
    return true
  #else
    return false
  #endif
}()

@Suite("SWITCHBOARD_TRACE", .enabled(if: isTracing, "without the trait Tracing no program can be traced"))
struct TraceFromEnvironmentTests {
  /// Expects that the trace has every send, and the end of every owner, that the program has counted.
  private func expectComplete(_ path: String, _ output: String) throws {
    let contents = try Contents(of: path)
    let counts = try Counts(printedIn: output)
    #expect(contents.sends == counts.kinds["send"])
    #expect(contents.owners == counts.kinds["owner-deinit"])
    #expect(contents.owners > 0)
    #expect(contents.program == "TestPrograms")
    #expect(contents.lost == 0)
    #expect(contents.isComplete)
  }

  @Test("traces a program until it exits")
  func exit() throws {
    try inScratchFolder { folder in
      let path = folder + "/t.pftrace"
      let outcome = try TracedProgram(["load", "1000"], trace: path).end()
      #expect(outcome.reason == .exit)
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      try expectComplete(path, outcome.output)
    }
  }

  @Test(
    "traces a program until a signal kills it, and the program dies of that signal",
    arguments: [SIGTERM, SIGINT, SIGHUP])
  func signals(number: Int32) throws {
    try inScratchFolder { folder in
      let path = folder + "/t.pftrace"
      let program = try TracedProgram(["load", "200", "--wait"], trace: path)
      program.waitForLine()
      program.signal(number)
      let outcome = program.end()
      #expect(outcome.reason == .uncaughtSignal)
      #expect(outcome.status == number)
      #expect(outcome.errors == "")
      try expectComplete(path, outcome.output)
    }
  }

  @Test("leaves all records that were written in the file of a killed program, and shows that the end is missing")
  func killed() throws {
    try inScratchFolder { folder in
      let path = folder + "/t.pftrace"
      let program = try TracedProgram(["load", "20", "--wait"], trace: path)
      program.waitForLine()
      let sends = try #require(try Counts(printedIn: program.text).kinds["send"])
      // The file is small: nothing of it waits for more.
      yieldUntil { (try? Contents(of: path).sends) == sends }
      program.signal(SIGKILL)
      #expect(program.end().status == SIGKILL)
      let contents = try Contents(of: path)
      #expect(contents.sends == sends)
      #expect(!contents.isComplete)
    }
  }

  @Test("gives an error on stderr if another program writes the file, whose trace stays whole")
  func inUse() throws {
    try inScratchFolder { folder in
      let path = folder + "/t.pftrace"
      let first = try TracedProgram(["load", "20", "--wait"], trace: path)
      first.waitForLine()
      let second = try TracedProgram(["load", "20"], trace: path).end()
      #expect(second.status == 0)
      #expect(try Counts(printedIn: second.output).kinds["send"] != nil)
      #expect(second.errors.hasPrefix("SWITCHBOARD_TRACE: \(path): another program is writing its trace to this file."))
      #expect(second.errors.contains("%p"))
      first.signal(SIGTERM)
      let outcome = first.end()
      try expectComplete(path, outcome.output)
    }
  }

  @Test("replaces %p by the process's id, and then also traces child processes")
  func processID() throws {
    try inScratchFolder { folder in
      let command = ["parent", try builtProgram("TestPrograms"), "load", "20"]
      let program = try TracedProgram(command, trace: folder + "/%p-of-%p.pftrace")
      let outcome = program.end()
      #expect(outcome.status == 0)
      let words = outcome.output.split { $0 == "\n" || $0 == " " }
      let child = try #require(words.firstIndex(of: "child").map { words[$0 + 1] })
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(Set(names) == ["\(program.id)-of-\(program.id).pftrace", "\(child)-of-\(child).pftrace"])
      let parent = try Contents(of: "\(folder)/\(program.id)-of-\(program.id).pftrace")
      #expect(parent.program == "TestPrograms")
      #expect(parent.process == program.id)
      #expect(parent.sent == ["parent": 3])
      try expectComplete("\(folder)/\(child)-of-\(child).pftrace", outcome.output)
    }
  }

  @Test("without %p traces only the first program: child processes leave its file alone")
  func children() throws {
    try inScratchFolder { folder in
      let path = folder + "/t.pftrace"
      let command = ["parent", try builtProgram("TestPrograms"), "load", "20"]
      let outcome = try TracedProgram(command, trace: path).end()
      #expect(try Counts(printedIn: outcome.output).kinds["send"] != nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["t.pftrace"])
      #expect(try Contents(of: path).sent == ["parent": 3])
      let shown = try TracedProgram(["parent", "/usr/bin/env"], trace: path).end()
      #expect(shown.output.contains("PATH="))
      #expect(!shown.output.contains("SWITCHBOARD_TRACE"))
    }
  }

  @Test("with a path that cannot be written gives an error on stderr, and the program runs")
  func unwritable() throws {
    try inScratchFolder { folder in
      let path = folder + "/missing/t.pftrace"
      let outcome = try TracedProgram(["load", "20"], trace: path).end()
      #expect(outcome.status == 0)
      #expect(try Counts(printedIn: outcome.output).kinds["send"] != nil)
      let reason = "\(path): cannot create the trace file: No such file or directory."
      #expect(outcome.errors.hasPrefix("SWITCHBOARD_TRACE: \(reason)"))
      #expect(outcome.errors.hasSuffix("The program runs without a trace.\n"))
    }
  }

  @Test(
    "with a full disk gives an error on stderr, and the program runs",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")), arguments: [20, 5000])
  func fullDisk(rounds: Int) throws {
    let outcome = try TracedProgram(["load", "\(rounds)"], trace: "/dev/full").end()
    #expect(outcome.reason == .exit)
    #expect(outcome.status == 0)
    #expect(try Counts(printedIn: outcome.output).kinds["send"] != nil)
    #expect(outcome.errors.contains("/dev/full: cannot write the rest of the trace: No space left on device."))
    #expect(outcome.errors.hasSuffix("The rest of the trace is lost.\n"))
  }

  @Test(
    "reports a full disk when it happens, not when the program ends",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDiskMeanwhile() throws {
    let program = try TracedProgram(["load", "20", "--wait"], trace: "/dev/full")
    let line = program.firstErrors()
    #expect(line.contains("/dev/full: cannot write the rest of the trace: No space left on device."))
    program.waitForLine()
    program.signal(SIGTERM)
    #expect(program.end().errors == "")
  }

  @Test("keeps the records that fit on the disk, whole to the last record")
  func limited() throws {
    try inScratchFolder { folder in
      let path = folder + "/t.pftrace"
      // The whole trace is several times as long. The limit must be larger than the program's constants, because
      // ThreadSanitizer maps a file of their size, and the limit holds for that file too.
      let limit = 4096 * 1024
      let outcome = try TracedProgram(["load", "10000"], trace: path, limit: limit).end()
      #expect(outcome.reason == .exit)
      #expect(outcome.status == 0)
      let sends = try #require(try Counts(printedIn: outcome.output).kinds["send"])
      #expect(outcome.errors.contains("\(path): cannot write the rest of the trace: File too large."))
      let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
      #expect(size > limit - 1024 && size <= limit)
      // Throws if the last packet is not whole.
      let written = try Contents(of: path)
      #expect(written.sends > 0 && written.sends < sends)
      #expect(!written.isComplete)
    }
  }
}
