import AllocatorStatistics
import BenchmarkHarness
import BenchmarkResults
import Foundation

/// The memory of one registry over its life, for some candidates on some allocators. Each life has a process of its
/// own, so that nothing else is in the heap, and the allocator has its default configuration, as in a user's program.
struct LifePass {
  struct Outcome {
    var lives: [MemoryLife] = []
    /// A description of each life that failed.
    var failures: [String] = []
  }

  /// The first argument of a measuring process. The name of the candidate, the number of subscribers and the seed
  /// follow.
  static let command = "measure-life"
  /// What `--filter` compares, with the name of a candidate after it.
  static let workload = "memory-life"

  let suite: Suite
  /// The number of subscribers at the peak.
  let n: Int
  let seed: UInt64

  /// Runs the lives. After an ``Interruption``, finishes the life in progress and stops.
  func run(_ candidates: [String], on allocators: [AllocatorLibrary], progress: ProgressLine) -> Outcome {
    var outcome = Outcome()
    let jobs = allocators.flatMap { allocator in candidates.map { (candidate: $0, allocator: allocator) } }
    progress.begin()
    for (index, job) in jobs.enumerated() where !Interruption.isRequested {
      progress.show(done: index, of: jobs.count, "memory over a life: \(job.candidate), \(job.allocator.rawValue)")
      var environment = ProcessSetting(heap: .clean, allocator: job.allocator).environment
      // Users have thread caches.
      environment[AllocatorLibrary.withoutCaches.variable] = .some(nil)
      do throws(ChildProcess.Failure) {
        let points = try ChildProcess(
          arguments: [Self.command, job.candidate, String(n), String(seed)], environment: environment
        ).answer(as: [MemoryLife.Point].self)
        outcome.lives.append(
          MemoryLife(
            suite: suite.name, candidate: job.candidate, allocator: job.allocator.rawValue, points: points))
      } catch {
        // Ctrl-C ends the measuring process too.
        if Interruption.isRequested { return outcome }
        outcome.failures.append("the life of \(job.candidate), \(job.allocator.rawValue): \(error)")
      }
    }
    return outcome
  }

  /// Runs one life. Called in the process that was started for this.
  static func measureLife(_ arguments: some Collection<String>, of suite: Suite) {
    let words = Array(arguments)
    guard words.count == 3, let n = Int(words[1]), n > 0, let seed = UInt64(words[2]),
      let life = suite.candidates.first(where: { $0.name == words[0] })?.life
    else {
      StandardError.write(
        "\(command) needs a candidate, a number of subscribers and a seed, which the program gives to its processes\n")
      exit(64)
    }
    do {
      FileHandle.standardOutput.write(try JSONEncoder().encode(life(n, seed)))
    } catch {
      StandardError.write("\(error)\n")
      exit(70)
    }
  }
}
