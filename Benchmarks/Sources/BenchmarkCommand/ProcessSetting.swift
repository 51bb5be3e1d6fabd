import AllocatorStatistics
import BenchmarkHarness

/// The conditions of a measuring process that may change the answer.
struct ProcessSetting: Hashable {
  var heap: HeapState
  var allocator: AllocatorLibrary

  /// The conditions in which every cell is measured: a clean heap, and the allocator of this process.
  static var base: ProcessSetting { ProcessSetting(heap: .clean, allocator: .current) }

  /// All other conditions on the given allocators.
  static func others(_ allocators: [AllocatorLibrary]) -> [ProcessSetting] {
    allocators.flatMap { allocator in HeapState.allCases.map { ProcessSetting(heap: $0, allocator: allocator) } }
      .filter { $0 != .base }
  }

  /// The changes to the environment that give a process the allocator.
  var environment: [String: String?] {
    allocator == .current ? [:] : [AllocatorLibrary.variable: allocator.path]
  }
}
