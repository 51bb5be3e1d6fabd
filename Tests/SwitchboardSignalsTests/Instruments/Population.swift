import Switchboard
import Synchronization

/// Counts which of its members still live: how a test sees that something was released, and when.
final class Population: Sendable {
  private let alive = Atomic<Int>(0)

  var count: Int { alive.load(ordering: .acquiring) }

  /// An object to capture.
  func member() -> Member { Member(of: self) }

  final class Member: Sendable {
    private let population: Population

    fileprivate init(of population: Population) {
      self.population = population
      population.alive.add(1, ordering: .acquiringAndReleasing)
    }

    deinit { population.alive.subtract(1, ordering: .acquiringAndReleasing) }
  }
}

/// A number that threads count up.
final class Counter: Sendable {
  private let atomic = Atomic<Int>(0)

  var value: Int { atomic.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func increment() -> Int { atomic.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// A disposable that this library knows nothing of: it cannot tell a bag when it ends.
final class ForeignDisposable: Disposable {
  private let flag = Guarded(false)
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void = {}) { self.action = action }

  var isDisposed: Bool { flag.current }
  func dispose() {
    let isFirst = flag.with { flag in
      defer { flag = true }
      return !flag
    }
    if isFirst { action() }
  }
}
