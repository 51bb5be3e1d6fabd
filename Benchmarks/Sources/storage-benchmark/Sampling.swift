import BenchmarkHarness

/// How each workload is timed: what is set up before, and what lies between two readings of the clock.
struct Sampling<Registry: SubscriberRegistry> {
  let workload: Workload
  let n: Int
  let seed: UInt64

  /// Small registries are measured many at a time, so that the clock's cost vanishes.
  static func registryCount(_ n: Int) -> Int { (1024 + n - 1) / n }

  func sampler() -> Cell.Sampler {
    switch workload {
    case .sendFresh, .sendChurned: send()
    case .subscribe: subscribe()
    case .unsubscribeRandom, .unsubscribeFIFO, .unsubscribeLIFO: unsubscribe()
    case .churn: churn()
    }
  }

  /// Subscribers to send to.
  func sendPopulation() -> Population<Registry> {
    let population = Population<Registry>(size: n)
    fillForSend(population)
    return population
  }

  /// Fills `population`, and for `send.churned` replaces each once.
  func fillForSend(_ population: Population<Registry>) {
    population.fill(upTo: n)
    // A floor has no removals; its memory is one array, in list order whatever happens.
    if workload == .sendChurned, Registry.Token.self != Void.self {
      population.replace(Order.removal(.unsubscribeRandom, size: n, seed: seed))
    }
  }

  private func send() -> Cell.Sampler {
    let population = sendPopulation()
    // Several, because whichever took longest to set up has been driven out of the caches furthest: after only one,
    // `send.churned` of 65536 took the array, which searches for every replacement, six times as long as dense.
    population.send(8)
    return { operations in
      let sends = max(1, operations / population.size)
      let began = MonotonicClock.now()
      population.send(sends)
      return Sample(nanoseconds: MonotonicClock.now() - began, operations: sends * population.size)
    }
  }

  private func subscribe() -> Cell.Sampler {
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

  private func churn() -> Cell.Sampler {
    let population = Population<Registry>(size: n)
    let order = Order.picks(max(n, 4096), of: n, seed: seed)
    population.fill(upTo: n)
    var position = 0
    return { operations in
      var sample = Sample(nanoseconds: 0, operations: 0)
      while sample.operations < operations {
        // From where the last sample ended, so that in the end all of them are replaced.
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

  private func unsubscribe() -> Cell.Sampler {
    let population = Population<Registry>(size: n, registryCount: Self.registryCount(n))
    let order = Order.removal(workload, size: n, registryCount: population.registryCount, seed: seed)
    let strata = n > 1024 ? Strata<Registry>(workload, n: n, seed: seed) : nil
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
