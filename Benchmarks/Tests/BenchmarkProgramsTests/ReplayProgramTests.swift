import Foundation
import Testing

@Suite("storage-benchmark replay")
struct ReplayProgramTests {
  private static let traces = BuiltProgram.package.appending(path: "Traces")
  private static let login = traces.appending(path: "login-flow.pftrace")
  private static let late = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Traces/late.pftrace")
  /// The shortest measurement that has intervals.
  private static let short = ["--quick", "--processes", "2", "--rounds", "1", "--json"]

  private func replay(_ arguments: [String]) throws -> BuiltProgram.Outcome {
    try BuiltProgram("storage-benchmark").run(["replay"] + arguments)
  }

  /// What the tests read of the JSON form.
  private struct Document: Decodable {
    struct Trace: Decodable {
      let name: String
      let operations, replayedOperations: Int
      let lostRecords: Int
      let isComplete: Bool
      let registries: [Registry]
      let busiest: String
      let notes: [String]
      let comparisons: [Comparison]
      let answer: String
    }
    struct Registry: Decodable {
      let name: String
      let subscribersBefore, mostSubscribers, sends, deliveries, subscribes, disposals: Int
    }
    struct Comparison: Decodable {
      struct Storage: Decodable {
        let name: String
        let nanosecondsPerOperation: Double?
      }
      let workload: String
      let storages: [Storage]
    }
    let schema: String
    let traces: [Trace]
  }

  private func document(_ arguments: [String]) throws -> Document {
    let outcome = try replay(arguments + Self.short)
    try #require(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
  }

  /// Runs the command on a file with the bytes, and returns its exit status and its words on standard error.
  private func refusal(of bytes: Data) throws -> (status: Int32, words: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pftrace")
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try replay([file.path] + Self.short)
    #expect(outcome.output.isEmpty)
    return (outcome.status, outcome.errors)
  }

  /// Returns the first packets of a trace. A packet is a tag byte, its length, and its content.
  private func packets(_ count: Int, of trace: URL) throws -> Data {
    let bytes = [UInt8](try Data(contentsOf: trace))
    var place = 0
    for _ in 0..<count {
      place += 1
      var (length, shift) = (0, 0)
      repeat {
        length |= Int(bytes[place] & 127) << shift
        shift += 7
        place += 1
      } while bytes[place - 1] > 127
      place += length
    }
    return Data(bytes[..<place])
  }

  @Test func `the committed traces can be read, have subscriptions, and are small`() throws {
    let files = try FileManager.default.contentsOfDirectory(at: Self.traces, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "pftrace" }
    #expect(files.count == 2)
    let found = try document(files.map(\.path))
    #expect(found.schema == "switchboard.replay/1")
    #expect(found.traces.count == 2)
    for trace in found.traces {
      #expect(trace.registries.reduce(0) { $0 + $1.subscribes } > 3)
      #expect(trace.registries.reduce(0) { $0 + $1.sends } > 20)
      #expect(trace.replayedOperations == trace.operations)
      #expect(trace.lostRecords == 0 && trace.isComplete)
      #expect(trace.comparisons.map(\.workload) == [trace.name, "\(trace.name).busiest"])
      for comparison in trace.comparisons {
        #expect(comparison.storages.map(\.name) == ["array", "linked-list", "dense"])
        #expect(comparison.storages.allSatisfy { $0.nanosecondsPerOperation ?? 0 > 0 })
      }
      #expect(trace.answer.hasPrefix("For this program: "))
      #expect(trace.answer.contains("Your busiest registry, \(trace.busiest), has "))
    }
    for file in files { #expect(try Data(contentsOf: file).count < 100_000) }
  }

  @Test func `--registry restricts the replay, to all registries of a name or to one`() throws {
    let clicks = try #require(try document([Self.login.path, "--registry", "clicks"]).traces.first)
    #expect(clicks.registries.map(\.name) == ["clicks"])
    #expect(clicks.operations == clicks.registries.reduce(0) { $0 + $1.sends + $1.subscribes + $1.disposals })
    #expect(clicks.comparisons.count == 1)
    let messages = try #require(try document([Self.login.path, "--registry", "messages"]).traces.first)
    #expect(messages.registries.count == 3)
    let one = try document([Self.login.path, "--registry", messages.registries[0].name])
    #expect(one.traces.first?.registries.count == 1)
  }

  @Test func `a registry that is not there is refused, with the names that are there`() throws {
    let outcome = try replay([Self.login.path, "--registry", "clack"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("no registry with the name `clack`"))
    #expect(outcome.errors.contains("\n  clicks\n"))
  }

  @Test func `a recording whose beginning is lost is replayed with the subscribers that were there`() throws {
    let trace = try #require(try document([Self.late.path]).traces.first)
    #expect(trace.lostRecords > 0)
    #expect(trace.registries.reduce(0) { $0 + $1.subscribersBefore } >= 3)
    #expect(trace.notes.contains { $0.contains("subscriptions are older than the trace") })
    #expect(trace.notes.contains { $0.contains("has lost") })
  }

  @Test func `a recording without an end is replayed, and the replay says so`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pftrace")
    try packets(300, of: Self.login).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let trace = try #require(try document([file.path]).traces.first)
    #expect(!trace.isComplete)
    #expect(trace.notes.contains { $0.contains("no end") })
  }

  @Test func `a trace without subscriptions is refused`() throws {
    let (status, words) = try refusal(of: packets(3, of: Self.login))
    #expect(status == 65)
    #expect(words.contains("has no subscription"))
  }

  @Test func `a file that is no trace, a damaged trace and a cut trace are refused`() throws {
    let whole = try Data(contentsOf: Self.login)
    var damaged = whole
    damaged.replaceSubrange(5000..<5040, with: [UInt8](repeating: 255, count: 40))
    for (bytes, reason) in [
      (Data("This is a letter.".utf8), "not a trace"), (damaged, "damaged at byte"),
      (try packets(300, of: Self.login).dropLast(2), "ends in the middle"), (Data(), "is empty"),
    ] {
      let (status, words) = try refusal(of: bytes)
      #expect(status == 65)
      #expect(words.contains(reason), "\(words)")
    }
  }

  @Test func `a file that is not there is refused with another status`() throws {
    let outcome = try replay(["/nowhere/app.pftrace"])
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("there is no trace file"))
    #expect(try replay([Self.traces.path]).status == 66)
  }

  @Test func `two traces of one name, and two versions, are refused`() throws {
    let twice = try replay([Self.login.path, Self.login.path])
    #expect(twice.status == 64)
    #expect(twice.errors.contains("Two traces have the name login-flow"))
    let versions = try replay([Self.login.path, "--against", "/bin/true", "--against-output", "/nowhere"])
    #expect(versions.status == 64)
  }
}
