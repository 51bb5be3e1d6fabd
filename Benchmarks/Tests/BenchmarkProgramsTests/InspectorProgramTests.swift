import BenchmarkReport
import Foundation
import Testing

/// The command `inspector-benchmark`, built without a trait: what it says, and what it does for the build with the
/// inspector.
@Suite("The command for the inspector")
struct InspectorProgramTests {
  private func run(_ arguments: [String]) throws -> BuiltProgram.Outcome {
    try BuiltProgram("inspector-benchmark").run(arguments)
  }

  @Test func `the limits are about workloads that exist`() throws {
    let program = try Program("inspector-benchmark")
    let loads = InspectorNames.loads.flatMap { load in
      [
        InspectorNames.watching(load), InspectorNames.ratio(load), InspectorNames.thread(load),
        InspectorNames.answer(load),
      ]
    }
    let names =
      [
        InspectorNames.send, InspectorNames.dispatch, InspectorNames.registryBytes, InspectorNames.subscriptionBytes,
        InspectorNames.allocated, InspectorNames.resident, InspectorNames.burst,
      ] + loads + InspectorNames.offeredLoads.map(InspectorNames.loss)
    #expect(Set(names).subtracting(program.workloads).isEmpty)
    #expect(program.candidates == [InspectorNames.off])
  }

  @Test func `a build without the inspector compares itself with nothing`() throws {
    let outcome = try run(["--tracing", "/bin/true"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--tracing is for the build with the trait Inspector."))
  }

  @Test func `the build counts its own bytes`() throws {
    let outcome = try run(["--exact-only", "--no-instructions", "--filter", "bytes.*", "--json"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\"bytes.subscription.allocated\""))
  }

  @Test func `a process without a job says so`() throws {
    for command in ["take-samples", "measure-bytes"] {
      let outcome = try run([command])
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("\(command) needs an argument"))
    }
  }
}
