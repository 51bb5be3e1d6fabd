import BenchmarkHarness
import BenchmarkReport
import Foundation
import SubscriberWorkloads

/// A process of another build of this program, which takes samples when it is told to. So candidates of several builds
/// are visited in the same rounds, one after the other, as if they were in one process.
final class SamplingProcess {
  static let command = "take-samples"

  private struct Job: Codable {
    var workload: String
    var n: Int
    var seed: UInt64
  }

  private let process = Process()
  private let (orders, answers) = (Pipe(), Pipe())

  /// Returns a measurable that only has times, those of `program`.
  ///
  /// - Parameter own: The same work in this build.
  static func measurable(of program: URL, like own: Measurable) -> Measurable {
    Measurable(
      cell: { name, seed in
        own.cell(name, seed).map { cell in
          Cell(name, granule: cell.granule, minimum: cell.minimum) {
            SamplingProcess(program, Job(workload: name.workload, n: name.n, seed: seed)).sample
          }
        }
      },
      memory: { _, _ in nil })
  }

  private init(_ program: URL, _ job: Job) {
    process.executableURL = program
    process.arguments = [Self.command, Message.text(job)]
    process.standardInput = orders
    process.standardOutput = answers
    try? process.run()
    try? orders.fileHandleForReading.close()
    try? answers.fileHandleForWriting.close()
  }

  deinit { try? orders.fileHandleForWriting.close() }

  private func sample(_ operations: Int) -> Sample {
    signal(SIGPIPE, SIG_IGN)
    try? orders.fileHandleForWriting.write(contentsOf: Data("\(operations)\n".utf8))
    let numbers = line().split(separator: " ").compactMap { UInt64($0) }
    guard numbers.count == 2 else {
      return Sample(nanoseconds: 1, operations: 1, failure: "the process of the other build has ended")
    }
    return Sample(nanoseconds: numbers[0], operations: Int(numbers[1]))
  }

  private func line() -> String {
    var line = Data()
    while let byte = try? answers.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data("\n".utf8) {
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Takes samples until the other process needs no more. Called in the process that was started for this.
  static func run(_ arguments: [String]) {
    let job: Job = Message.read(arguments, of: command)
    let name = CellName(
      suite: InspectorNames.suite, workload: job.workload, candidate: Build.current.rawValue, n: job.n)
    guard let sampler = Counting.measurables[job.workload]?.cell(name, job.seed)?.prepare() else { exit(64) }
    while let operations = readLine().flatMap({ Int($0) }) {
      let sample = sampler(operations)
      FileHandle.standardOutput.write(Data("\(sample.nanoseconds) \(sample.operations)\n".utf8))
    }
  }
}
