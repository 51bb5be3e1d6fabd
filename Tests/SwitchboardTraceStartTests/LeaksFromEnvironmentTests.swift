import Foundation
import SwitchboardTestSupport
import Testing

@Suite("SWITCHBOARD_LEAKS", .enabled(if: isTracing, "without the trait Tracing no program can report its leaks"))
struct LeaksFromEnvironmentTests {
  private let findings = [
    "TestPrograms/LeakingProgram.swift:7\talive\t2\t2 to “clock” alive when the process ended",
    "TestPrograms/LeakingProgram.swift:9\talive\t1\t1 to “clock” alive when the process ended",
  ]

  private func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test("a program appends the lines whose subscriptions are alive when it ends, and then its number")
  func lines() throws {
    try inScratchFolder { folder in
      let path = folder + "/leaks.txt"
      let programs = try (0..<2).map { _ in
        let program = try TracedProgram(["leaks"], leaks: path)
        let outcome = program.end()
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        return program.id
      }
      let expected = programs.flatMap { findings + ["# process \($0): 2 lines"] }
      #expect(try lines(of: path) == expected)
    }
  }

  @Test("a child process reports its own leaks")
  func child() throws {
    try inScratchFolder { folder in
      let path = folder + "/leaks.txt"
      let program = try TracedProgram(["parent", builtProgram("TestPrograms"), "leaks"], leaks: path)
      #expect(program.end().status == 0)
      let lines = try lines(of: path)
      #expect(Array(lines.prefix(2)) == findings)
      #expect(lines.dropFirst(3) == ["# process \(program.id): 0 lines"])
    }
  }

  @Test("a relative path leads from the folder in which the program begins")
  func relativePath() throws {
    try inScratchFolder { folder in
      let program = try TracedProgram(["leaks", "/"], leaks: "leaks.txt", folder: folder)
      #expect(program.end().errors == "")
      #expect(try lines(of: folder + "/leaks.txt") == findings + ["# process \(program.id): 2 lines"])
    }
  }

  @Test("a file that cannot be written is reported, and the program ends as before")
  func noFile() throws {
    try inScratchFolder { folder in
      let outcome = try TracedProgram(["leaks"], leaks: folder + "/none/leaks.txt").end()
      #expect(outcome.status == 0)
      #expect(outcome.errors.hasPrefix("SWITCHBOARD_LEAKS: cannot open \(folder)/none/leaks.txt (error 2)"))
    }
  }

  @Test("a process that a signal kills appends nothing")
  func killed() throws {
    try inScratchFolder { folder in
      let path = folder + "/leaks.txt"
      let program = try TracedProgram(["load", "20", "--wait"], leaks: path)
      program.waitForLine()
      program.signal(SIGKILL)
      #expect(program.end().status == SIGKILL)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }
}
