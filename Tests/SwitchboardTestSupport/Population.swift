import Synchronization

/// A counter of the members that are still alive. A test sees by the count whether and when something was released.
package final class Population: Sendable {
  private let alive = Atomic<Int>(0)

  package init() {}

  package var count: Int { alive.load(ordering: .acquiring) }

  /// Returns an object to capture. `onDeinit` runs in the object's deinit, as user code in the middle of a release.
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

/// A number that threads increment.
package final class Counter: Sendable {
  private let atomic = Atomic<Int>(0)

  package init() {}

  package var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  package func increment() -> Int { atomic.add(1, ordering: .sequentiallyConsistent).newValue }
}
