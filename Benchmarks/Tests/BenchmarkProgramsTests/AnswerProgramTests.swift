import BenchmarkResults
import Foundation
import Testing

@Suite("A run that answers questions")
struct AnswerProgramTests {
  private let output = FileManager.default.temporaryDirectory.appending(path: "switchboard-\(UUID().uuidString)")

  private func answer(_ arguments: [String]) throws -> (outcome: BuiltProgram.Outcome, results: Results?) {
    defer { try? FileManager.default.removeItem(at: output) }
    let outcome = try BuiltProgram("storage-benchmark").run(
      ["--answer", "--terse", "--output", output.path, "--rounds", "1"] + arguments)
    let data = try? Data(contentsOf: output.appending(path: "results.json"))
    return (outcome, try data.map { try JSONDecoder().decode(Results.self, from: $0) })
  }

  @Test func `only what a sentence needs is measured, and the planted differences with it`() throws {
    let (outcome, results) = try answer(["--sizes", "256", "--processes", "7", "--allocators", "jemalloc"])
    #expect(outcome.status == 0)
    let rows = try #require(results).measurements.filter { $0.samples != nil }
    let candidates = Set(rows.map(\.candidate))
    #expect(
      candidates.isSuperset(of: ["array", "linked-list", "dense", "dense-again", "dense-plus-5", "dense-plus-3"]))
    #expect(!candidates.contains("floor-c"), "no sentence needs the floor")
    #expect(rows.allSatisfy { (6...7).contains($0.samples?.count ?? 0) })
    #expect(try #require(results).incomplete.contains { $0.contains("functions of the program in one order") })
  }

  @Test func `processes take turns among copies that were linked in other orders`() throws {
    let program = try BuiltProgram("storage-benchmark").file
    let copies = output.appending(path: "copies")
    defer { try? FileManager.default.removeItem(at: output) }
    let script = Process()
    script.executableURL = BuiltProgram.package.appending(path: "Scripts/layouts.sh")
    script.arguments = [program.path, "2", "7", copies.path]
    let errors = Pipe()
    script.standardError = errors
    try script.run()
    let words = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    script.waitUntilExit()
    // A debug build beside the tests may be linked in another way.
    guard ProcessInfo.processInfo.environment["SWITCHBOARD_BENCHMARK_TOOLS"] != nil else { return }
    try #require(script.terminationStatus == 0, "\(words)")
    let files = try FileManager.default.contentsOfDirectory(at: copies, includingPropertiesForKeys: nil)
    #expect(Set(files.map(\.lastPathComponent)) == ["01", "02"])
    #expect(try Data(contentsOf: files[0]) != Data(contentsOf: files[1]))
    let outcome = try BuiltProgram("storage-benchmark").run(
      [
        "--json", "--layouts", copies.path, "--rounds", "1", "--processes", "2", "--sizes", "1", "--allocators",
        "jemalloc", "--no-instructions", "--filter", "send.fresh",
      ])
    #expect(outcome.status == 0)
    let results = try JSONDecoder().decode(Results.self, from: Data(outcome.output.utf8))
    #expect(results.environment.flags.contains("linked in 2 orders"))
  }

  @Test(arguments: [
    (["--answer", "--quick"], "--answer excludes"), (["--layouts", "/nowhere"], "the directory has no program"),
    (["--answer", "--processes", "5"], "from 6 to 32 with --answer"),
  ])
  func `wrong options are named`(_ arguments: [String], _ words: String) throws {
    let outcome = try BuiltProgram("storage-benchmark").run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(words))
  }
}
