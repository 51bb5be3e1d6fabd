public import BenchmarkHarness

/// The timing of each procedure: the setup before, and the work between two readings of the clock.
@usableFromInline
struct Sampling<Registry: SubscriberRegistry> {
  @usableFromInline let procedure: Procedure
  @usableFromInline let n: Int
  @usableFromInline let seed: UInt64

  @inlinable
  init(_ procedure: Procedure, n: Int, seed: UInt64) {
    self.procedure = procedure
    self.n = n
    self.seed = seed
  }

  /// Returns the number of registries of a sample. Small registries are measured many at a time, so that the cost of
  /// the clock vanishes.
  @inlinable static func registryCount(_ n: Int) -> Int { (1024 + n - 1) / n }

  @inlinable
  func sampler() -> Cell.Sampler {
    switch procedure {
    case .sendFresh, .sendChurned: send()
    case .subscribe: subscribe()
    case .unsubscribe(let leaver): unsubscribe(leaver)
    case .churn(let leaver): churn(leaver)
    }
  }

  /// Returns subscribers to send to.
  @inlinable
  func sendPopulation() -> Population<Registry> {
    let population = Population<Registry>(size: n)
    fillForSend(population)
    return population
  }

  /// Fills `population`. For a churned send, also replaces each subscriber once.
  @inlinable
  func fillForSend(_ population: Population<Registry>) {
    population.fill(upTo: n)
    // A floor has no removals. Its memory is one array, always in list order.
    if procedure == .sendChurned, Registry.Token.self != Void.self {
      population.replace(Order.removal(.random, size: n, seed: seed))
    }
  }

  @inlinable
  func send() -> Cell.Sampler {
    let population = sendPopulation()
    // Several sends refill the caches, which the setup has displaced: most of all for the candidate whose setup takes
    // longest. After only one send, `send.churned` of 65536 took the array, which searches for every replacement, six
    // times as long as dense.
    population.send(8)
    return { operations in
      let sends = max(1, operations / population.size)
      let began = MonotonicClock.now()
      population.send(sends)
      return Sample(nanoseconds: MonotonicClock.now() - began, operations: sends * population.size)
    }
  }

  @inlinable
  func subscribe() -> Cell.Sampler {
    let population = Population<Registry>(size: n, registryCount: Self.registryCount(n))
    population.fill(upTo: n)
    population.reset()
    return { operations in
      var sample = Sample(nanoseconds: 0, operations: 0)
      while sample.operations < operations {
        let began = MonotonicClock.now()
        population.fill(upTo: n)
        sample.nanoseconds += MonotonicClock.now() - began
        sample.operations += population.total
        population.reset()
      }
      return sample
    }
  }

  @inlinable
  func churn(_ leaver: Procedure.Leaver) -> Cell.Sampler {
    let population = Population<Registry>(size: n)
    let order = Order.replacements(leaver, max(n, 4096), of: n, seed: seed)
    population.fill(upTo: n)
    var position = 0
    return { operations in
      var sample = Sample(nanoseconds: 0, operations: 0)
      while sample.operations < operations {
        // Continues where the last sample ended, so that in the end all subscribers are replaced.
        let end = min(position + operations - sample.operations, order.count)
        let part = position..<end
        let began = MonotonicClock.now()
        population.replace(order, part)
        sample.nanoseconds += MonotonicClock.now() - began
        sample.operations += part.count
        position = end == order.count ? 0 : end
      }
      return sample
    }
  }

  @inlinable
  func unsubscribe(_ leaver: Procedure.Leaver) -> Cell.Sampler {
    let population = Population<Registry>(size: n, registryCount: Self.registryCount(n))
    let order = Order.removal(leaver, size: n, registryCount: population.registryCount, seed: seed)
    let strata = n > 1024 ? Strata<Registry>(leaver, n: n, seed: seed) : nil
    return { operations in
      if let strata, operations < population.total { return strata.sample(operations) }
      var sample = Sample(nanoseconds: 0, operations: 0)
      while sample.operations < operations {
        population.fill(upTo: n)
        let began = MonotonicClock.now()
        population.remove(order)
        sample.nanoseconds += MonotonicClock.now() - began
        sample.operations += population.total
        population.reset()
      }
      return sample
    }
  }
}
