public import BenchmarkHarness

/// A part of the removals that empty a registry, for candidates that need too long for all removals. It makes a few
/// removals at each of eight evenly spread fill levels. Their mean is the mean of emptying the registry. The first
/// removals alone would overstate it, because they all search a full registry.
@usableFromInline
struct Strata<Registry: SubscriberRegistry> {
  @inlinable static var levels: Int { 8 }

  @usableFromInline let population: Population<Registry>
  @usableFromInline let orders: [(level: Int, order: Order)]

  @inlinable
  init(_ leaver: Procedure.Leaver, n: Int, seed: UInt64) {
    population = Population(size: n)
    orders = (0..<Self.levels).map { index in
      let level = max(n * (2 * index + 1) / (2 * Self.levels), 1)
      return (level, Order.removal(leaver, size: level, seed: seed &+ UInt64(index)))
    }
  }

  @inlinable
  func sample(_ operations: Int) -> Sample {
    var sample = Sample(nanoseconds: 0, operations: 0)
    for (level, order) in orders {
      let part = min(level, max(operations / Self.levels, 1))
      population.fill(upTo: level)
      let began = MonotonicClock.now()
      population.remove(order, limit: part)
      sample.nanoseconds += MonotonicClock.now() - began
      sample.operations += part
      population.reset()
    }
    return sample
  }
}
