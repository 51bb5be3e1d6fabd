import Synchronization

/// Counts which of its members still live: how a test sees that something was released, and when.
package final class Population: Sendable {
  private let alive = Atomic<Int>(0)

  package init() {}

  package var count: Int { alive.load(ordering: .acquiring) }

  /// An object to capture. `onDeinit` runs as it dies, which is user code in the middle of a release.
  package func member(onDeinit: (@Sendable () -> Void)? = nil) -> Member { Member(of: self, onDeinit) }

  package final class Member: Sendable {
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
package final class Counter: Sendable {
  private let atomic = Atomic<Int>(0)

  package init() {}

  package var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  package func increment() -> Int { atomic.add(1, ordering: .sequentiallyConsistent).newValue }
}
