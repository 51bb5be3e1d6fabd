import AllocatorStatistics
import BenchmarkCommand
import BenchmarkHarness
import Foundation
import ProgramReplay
import SubscriberWorkloads

/// The comparison of storages in recorded programs.
enum ReplaySuite {
  static let name = "replay"

  /// A workload: a program, or its busiest registry.
  struct Case: Codable {
    let workload: String
    /// What is replayed, in a sentence.
    let sentence: String
    /// The most subscribers of a registry at one time.
    let n: Int
    let sequence: ReplaySequence
  }

  /// - Parameter file: The file with the cases, for the measuring processes.
  static func suite(_ cases: [Case], file: URL? = nil) -> Suite {
    var suite = Suite(
      name,
      workloads: cases.map { Workload($0.workload, sizes: Sizes($0.n), $0.sentence) },
      candidates: candidates(cases), sizes: Sizes(1), countedCells: { _ in [] })
    suite.processArguments = file.map { [$0.path] } ?? []
    return suite
  }

  /// Returns the suite of a measuring process. Throws if the file cannot be read.
  static func suite(reading path: String) throws -> Suite {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return suite(try JSONDecoder().decode([Case].self, from: data))
  }

  /// Writes the cases into a new file, which the caller removes.
  static func write(_ cases: [Case]) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "switchboard-replay-\(UUID().uuidString).json")
    try JSONEncoder().encode(cases).write(to: file)
    return file
  }

  private static func candidates(_ cases: [Case]) -> [Candidate] {
    [
      candidate("array", ArrayRegistry.self, cases), candidate("linked-list", LinkedListRegistry.self, cases),
      candidate("dense", DenseRegistry.self, cases), candidate("dense-again", DenseRegistry.self, cases),
    ]
  }

  @inline(__always)
  private static func candidate<Registry: SubscriberRegistry>(
    _ name: String, _: Registry.Type, _ cases: [Case]
  ) -> Candidate {
    let summary = StorageSuite.suite.candidates.first { $0.name == name }?.summary ?? ""
    let measurables = cases.map { ($0.workload, measurable(Registry.self, $0.sequence)) }
    return Candidate(name, summary, Dictionary(uniqueKeysWithValues: measurables))
  }

  @inline(__always)
  private static func measurable<Registry: SubscriberRegistry>(
    _: Registry.Type, _ sequence: ReplaySequence
  ) -> Measurable {
    Measurable(
      cell: { name, _ in
        let copies = ReplayPopulation<Registry>.copies(of: sequence)
        return Cell(name, granule: sequence.operations.count * copies) {
          sampler(ReplayPopulation<Registry>(sequence))
        }
      },
      memory: { _, statistics in
        let population = ReplayPopulation<Registry>(sequence)
        // The first pass does the allocations that happen once per process or per type.
        population.establish()
        population.run()
        population.reset()
        population.establish()
        let usage = statistics.measure { population.run() }
        return MemoryFigures(
          mallocsPerOp: Double(usage.mallocs) / Double(population.operationCount), peakBytes: Double(usage.peakBytes))
      })
  }

  private static func sampler<Registry: SubscriberRegistry>(_ population: ReplayPopulation<Registry>) -> Cell.Sampler {
    { operations in
      var sample = Sample(nanoseconds: 0, operations: 0)
      while sample.operations < operations {
        population.establish()
        let received = population.received
        let began = MonotonicClock.now()
        population.run()
        sample.nanoseconds += MonotonicClock.now() - began
        sample.operations += population.operationCount
        let deliveries = population.received - received
        population.reset()
        if deliveries != population.deliveries {
          sample.failure = "handlers were called \(deliveries) times, not \(population.deliveries) times"
          return sample
        }
      }
      return sample
    }
  }
}
