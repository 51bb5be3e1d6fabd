public import AllocatorStatistics

/// The measurement of memory. It is separate from the measurement of time, because its readings cost microseconds, and
/// a single run gives exact figures.
@usableFromInline
struct MemoryPass<Registry: SubscriberRegistry> {
  /// The seed is fixed, because the figures are compared with a baseline.
  @inlinable static var seed: UInt64 { 1 }

  @usableFromInline let procedure: Procedure
  @usableFromInline let n: Int
  /// The number of removals that is enough where each removal searches the registry.
  @usableFromInline let removalLimit: Int
  @usableFromInline let statistics: AllocatorStatistics

  @inlinable
  init(_ procedure: Procedure, n: Int, removalLimit: Int, statistics: AllocatorStatistics) {
    self.procedure = procedure
    self.n = n
    self.removalLimit = removalLimit
    self.statistics = statistics
  }

  @inlinable
  func figures() -> MemoryFigures {
    // The first pass does the allocations that happen once per process or per type, or when a cache of the language's
    // runtime grows.
    _ = pass()
    return pass()
  }

  @inlinable
  func pass() -> MemoryFigures {
    let population = Population<Registry>(size: n)
    return switch procedure {
    case .sendFresh, .sendChurned: send(population)
    case .subscribe: subscribe(population)
    case .unsubscribe(let leaver): unsubscribe(population, leaver)
    case .churn(let leaver): churn(population, leaver)
    }
  }

  @inlinable
  func send(_ population: Population<Registry>) -> MemoryFigures {
    let before = statistics.liveBytes()
    Sampling<Registry>(procedure, n: n, seed: Self.seed).fillForSend(population)
    let bytes = statistics.liveBytes() - before
    population.send(1)
    let sends = 8
    return figures(
      statistics.measure { population.send(sends) }, operations: sends * n, bytes: bytes)
  }

  @inlinable
  func subscribe(_ population: Population<Registry>) -> MemoryFigures {
    let usage = statistics.measure { population.fill(upTo: n) }
    return figures(usage, operations: n, bytes: usage.bytes)
  }

  @inlinable
  func unsubscribe(_ population: Population<Registry>, _ leaver: Procedure.Leaver) -> MemoryFigures {
    let order = Order.removal(leaver, size: n, seed: Self.seed)
    let removals = min(n, removalLimit)
    population.fill(upTo: n)
    return figures(statistics.measure { population.remove(order, limit: removals) }, operations: removals, bytes: nil)
  }

  @inlinable
  func churn(_ population: Population<Registry>, _ leaver: Procedure.Leaver) -> MemoryFigures {
    let order = Order.replacements(leaver, 4096, of: n, seed: Self.seed)
    let before = statistics.liveBytes()
    population.fill(upTo: n)
    let usage = statistics.measure { population.replace(order) }
    return figures(usage, operations: order.count, bytes: statistics.liveBytes() - before)
  }

  @inlinable
  func figures(_ usage: AllocatorStatistics.Usage, operations: Int, bytes: Int?) -> MemoryFigures {
    MemoryFigures(
      mallocsPerOp: Double(usage.mallocs) / Double(operations),
      bytesPerSubscriber: bytes.map { Double($0) / Double(n) }, peakBytes: Double(usage.peakBytes))
  }
}
