import Foundation
import Testing

/// The command `client-benchmark`, without the builds that take a minute.
@Suite("The command for clients")
struct ClientProgramTests {
  private func run(_ arguments: [String], path: String? = nil) throws -> BuiltProgram.Outcome {
    try BuiltProgram("client-benchmark").run(arguments + ["--json"], environment: path.map { ["PATH": $0] } ?? [:])
  }

  @Test func `the list has the figures of both libraries`() throws {
    let list = try run(["--list"])
    #expect(list.status == 0)
    for name in [
      "library.build", "client.rebuild", "empty.debug", "client.debug", "client.code", "hello.code", "switchboard",
      "opencombine",
    ] {
      #expect(list.output.contains("  \(name) "))
    }
  }

  @Test func `without a compiler the command says so`() throws {
    let outcome = try run([], path: "/nowhere")
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("swift is not on the PATH. It is part of the Swift toolchain"))
  }

  @Test func `without binutils the command says how to get them`() throws {
    try Self.inFolder { folder in
      try FileManager.default.createSymbolicLink(
        at: folder.appending(path: "swift"), withDestinationURL: URL(fileURLWithPath: "/bin/true"))
      let outcome = try run([], path: folder.path)
      #expect(outcome.status == 69)
      #expect(outcome.errors.contains("size is not on the PATH. On Debian and Ubuntu: apt-get install binutils"))
    }
  }

  @Test func `a folder without a library is refused`() throws {
    let outcome = try run(["--library", "/nowhere"])
    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("/nowhere has no Package.swift, so there is no switchboard to measure"))
  }

  @Test func `a library that does not build fails the run, with the errors of the build`() throws {
    try Self.inFolder { folder in
      try Data("// swift-tools-version: 6.2\nimport NoSuchModule\n".utf8)
        .write(to: folder.appending(path: "Package.swift"))
      let outcome = try run([
        "--library", folder.path, "--scratch", folder.appending(path: "clients").path, "--filter", "/switchboard",
        "--rounds", "1",
      ])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("FAILED: library.build/switchboard/1: `swift build"))
      #expect(outcome.errors.contains("NoSuchModule"))
      #expect(outcome.errors.contains("client.code/switchboard/100: not measured, because an earlier build failed"))
    }
  }

  @Test(arguments: [["--rows", "0"], ["--rounds", "0"], ["--filter", "nothing"]])
  func `a wrong option is refused`(_ arguments: [String]) throws {
    #expect(try run(arguments).status == 64)
  }

  private static func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "switchboard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
