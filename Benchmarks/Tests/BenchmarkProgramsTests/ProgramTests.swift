import BenchmarkResults
import Foundation
import Testing

@testable import BenchmarkReport

@Suite("The programs")
struct ProgramTests {
  @Test(arguments: ["runtime-benchmark", "storage-benchmark"])
  func `a candidate that stands in a file is in the list of the suite`(_ name: String) throws {
    let program = try Program(name)
    #expect(!program.writtenCandidates.isEmpty)
    #expect(program.writtenCandidates.subtracting(program.candidates).isEmpty, "the list of the suite lacks these")
  }

  @Test func `the report draws conclusions on workloads and candidates that exist`() throws {
    let runtime = try Program("runtime-benchmark")
    let workloads = [
      RuntimeCandidates.subjectSend, RuntimeCandidates.subscription, RuntimeCandidates.chain, RuntimeCandidates.values,
      RuntimeCandidates.owners,
    ]
    #expect(Set(workloads).subtracting(runtime.workloads).isEmpty)
    let candidates =
      [RuntimeCandidates.own, RuntimeCandidates.peer, RuntimeCandidates.control.name, RuntimeCandidates.stream]
      + RuntimeCandidates.below
    #expect(Set(candidates).subtracting(runtime.candidates).isEmpty)
    #expect(RuntimeCandidates.ours.subtracting(runtime.candidates).isEmpty)
    #expect(runtime.candidates.contains(where: RuntimeCandidates.isLibrary))
    #expect(runtime.workloads.count(where: RuntimeSection.isPublished) == 6)
    #expect(Set(StorageCandidates.order).symmetricDifference(try Program("storage-benchmark").candidates).isEmpty)
  }

  @Test func `the peers' tasks and the published workloads pass their checks`() throws {
    let measured = try measured("async.", "published.", "property.set/")
    for peer in ["opencombine", "asyncstream", "async-algorithms", "observation", "notification-center"] {
      #expect(measured.contains { $0.hasSuffix("/\(peer)") })
    }
    #expect(measured.contains("published.threaded/switchboard"))
  }

  @Test func `everyday paths, queues and first uses pass their checks`() throws {
    let measured = try measured(
      "property.", "binding.", "share.", "command.", "operators.", "create.", "cold.", "make+drop", "hop.", "process.")
    let workloads = [
      "property.set.unobserved", "property.set.observers", "binding.one-way", "binding.one-way.object",
      "binding.two-way", "share.replay", "command.execute", "operators.flatMapLatest", "operators.concatMap",
      "operators.switch.subject", "operators.zip", "operators.map+filter.subscribe+dispose", "create.subscribe",
      "cold.reduce", "subject.make+drop", "property.make+drop", "hop.queue", "process.first-use",
    ]
    for workload in workloads {
      for candidate in ["switchboard", "opencombine"] { #expect(measured.contains("\(workload)/\(candidate)")) }
    }
  }

  @Test func `the process of a first use names what is wrong with its arguments`() throws {
    for arguments in [["no-library", "4"], ["switchboard", "0"], ["switchboard"]] {
      let outcome = try BuiltProgram("runtime-benchmark").run(["measure-first-use"] + arguments)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("needs a library and a number of threads"))
    }
  }

  /// Measures the workloads that the filters choose, for a moment. Returns what was timed, as `workload/candidate`.
  /// Fails if a check failed.
  private func measured(_ filters: String...) throws -> Set<String> {
    let output = FileManager.default.temporaryDirectory.appending(path: "switchboard-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    let (_, status) = try Program.run(
      "runtime-benchmark",
      [
        "--processes", "1", "--rounds", "1", "--quick", "--no-instructions", "--terse", "--output", output.path,
      ] + filters.flatMap { ["--filter", $0] })
    #expect(status == 0, "a check failed; the program says which")
    let results = try Data(contentsOf: output.appending(path: "results.json"))
    return Set(
      try JSONDecoder().decode(Results.self, from: results).measurements.filter { $0.median != nil }.map {
        "\($0.workload)/\($0.candidate)"
      })
  }
}

/// A built program of this package, and its sources.
struct Program {
  let workloads: Set<String>
  let candidates: Set<String>
  /// The names of the candidates that the sources declare.
  let writtenCandidates: Set<String>

  init(_ name: String) throws {
    let list = try Self.list(name)
    workloads = Self.names(under: "Workloads", list)
    candidates = Self.names(under: "Candidates", list)
    let sources = BuiltProgram.package.appending(path: "Sources/\(name)")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    writtenCandidates = Set(
      try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.flatMap { file in
        try String(contentsOf: file, encoding: .utf8).matches(of: /[cC]andidate\(\s*"([^"]+)"/).map { String($0.1) }
      })
  }

  /// Returns what the program prints for `--list`.
  private static func list(_ name: String) throws -> String {
    let (output, status) = try run(name, ["--list"])
    #expect(status == 0)
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs the program, and returns its output and its exit status.
  ///
  /// - Parameter environment: The changes to the environment; nil removes a variable.
  static func run(
    _ name: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (output: Data, status: Int32) {
    let outcome = try BuiltProgram(name).run(arguments, environment: environment)
    return (Data(outcome.output.utf8), outcome.status)
  }

  private static func names(under heading: String, _ list: String) -> Set<String> {
    let lines = list.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != heading }.dropFirst()
    return Set(lines.prefix { !$0.isEmpty }.compactMap { $0.split(separator: " ").first.map(String.init) })
  }
}
