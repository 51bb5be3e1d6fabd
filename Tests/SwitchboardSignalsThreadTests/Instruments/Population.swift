import Synchronization

/// Counts which of its members still live: how a test sees that something was released, and when.
final class Population: Sendable {
  private let alive = Atomic<Int>(0)

  var count: Int { alive.load(ordering: .acquiring) }

  /// An object to capture. `onDeinit` runs as it dies, which is user code in the middle of a release.
  func member(onDeinit: (@Sendable () -> Void)? = nil) -> Member { Member(of: self, onDeinit) }

  final class Member: Sendable {
    private let population: Population
    private let onDeinit: (@Sendable () -> Void)?

    fileprivate init(of population: Population, _ onDeinit: (@Sendable () -> Void)?) {
      self.population = population
      self.onDeinit = onDeinit
      population.alive.add(1, ordering: .acquiringAndReleasing)
    }

    deinit {
      population.alive.subtract(1, ordering: .acquiringAndReleasing)
      onDeinit?()
    }
  }
}

/// A number that threads count up.
final class Counter: Sendable {
  private let atomic = Atomic<Int>(0)

  var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func increment() -> Int { atomic.add(1, ordering: .sequentiallyConsistent).newValue }
}
