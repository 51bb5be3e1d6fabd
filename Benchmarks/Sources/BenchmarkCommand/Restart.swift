import AllocatorStatistics
import BenchmarkHarness
import Foundation

/// The start of a program again, with an environment that only takes effect when a process begins.
enum Restart {
  /// Marks the environment of a process that was started again, and of all processes that this process starts.
  private static let mark = "SWITCHBOARD_BENCHMARK_STARTED"

  /// Starts this program again, unless that has happened already. Then:
  ///
  /// - Hashing is deterministic. By default, dictionaries hash differently in each process, and the cost of work that
  ///   depends on hashes differs from run to run.
  /// - jemalloc is the allocator, where it is installed and the user has not chosen another library to preload.
  ///
  /// - Parameter isExactAcrossThreads: Whether jemalloc must count the frees of all threads immediately, at the price
  ///   of slower allocations.
  static func once(isExactAcrossThreads: Bool) {
    guard getenv(mark) == nil, let program = Bundle.main.executablePath else { return }
    setenv(mark, "1", 1)
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    // A sanitizer has its own allocator, which must come first.
    let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    if !isSanitized, getenv(AllocatorLibrary.variable) == nil, let library = AllocatorLibrary.jemalloc.path {
      setenv(AllocatorLibrary.variable, library, 1)
    }
    if isExactAcrossThreads {
      setenv(AllocatorLibrary.withoutCaches.variable, AllocatorLibrary.withoutCaches.value, 1)
    }
    execv(program, CommandLine.unsafeArgv)
    StandardError.write(
      """
      cannot start \(program) again with another environment, so memory figures are missing, and a few exact figures \
      may differ from run to run

      """)
  }
}
