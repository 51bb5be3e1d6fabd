import AllocatorStatistics
import BenchmarkHarness
import BenchmarkReport
import Foundation

/// The memory of this process, above what it was at the begin.
final class MemoryWatch {
  private let statistics = AllocatorStatistics.checked().statistics
  private var (allocatedBefore, residentBefore) = (0, 0)
  private var (allocated, resident) = (0, 0)

  func begin() {
    (allocatedBefore, residentBefore) = (statistics?.snapshot().allocated ?? 0, Self.residentBytes)
    (allocated, resident) = (allocatedBefore, residentBefore)
  }

  /// Looks every 10 ms, because an answer needs most memory while it is made.
  func look(until time: UInt64) {
    repeat {
      if let statistics { allocated = max(allocated, statistics.snapshot().allocated) }
      resident = max(resident, Self.residentBytes)
      MonotonicClock.sleep(until: min(time, MonotonicClock.now() + 10_000_000))
    } while MonotonicClock.now() < time
  }

  /// The largest increases in MB, by workload.
  var increases: [String: Double] {
    var increases = [InspectorNames.resident: Double(resident - residentBefore) / 1e6]
    if statistics != nil { increases[InspectorNames.allocated] = Double(allocated - allocatedBefore) / 1e6 }
    return increases
  }

  private static var residentBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst()
    return (pages?.first.flatMap { Int($0) } ?? 0) * Int(getpagesize())
  }
}
