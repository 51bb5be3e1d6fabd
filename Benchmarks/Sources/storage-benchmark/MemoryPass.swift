import AllocatorStatistics

/// What a cell allocates, exactly. Nil is what its workload has no such figure for.
struct MemoryFigures {
  var mallocsPerOp: Double
  /// Of the registry's memory and the tokens, after the workload; not of an emptied one.
  var bytesPerSubscriber: Double?
  var peakBytes: Double
}

/// Memory is measured apart from time: the readings cost microseconds, and each figure is exact the first time.
struct MemoryPass<Registry: SubscriberRegistry> {
  /// A fixed seed: the figures are compared with a baseline.
  static var seed: UInt64 { 1 }

  let workload: Workload
  let n: Int
  /// Removals from a big registry that are enough where each of them searches it.
  let removalLimit: Int
  let statistics: AllocatorStatistics

  func figures() -> MemoryFigures {
    // Whatever is allocated once per process or per type is allocated now.
    let first = Population<Registry>(size: 1)
    first.fill(upTo: 1)
    first.send(1)
    let population = Population<Registry>(size: n)
    return switch workload {
    case .sendFresh, .sendChurned: send(population)
    case .subscribe: subscribe(population)
    case .unsubscribeRandom, .unsubscribeFIFO, .unsubscribeLIFO: unsubscribe(population)
    case .churn: churn(population)
    }
  }

  private func send(_ population: Population<Registry>) -> MemoryFigures {
    let before = statistics.liveBytes()
    Sampling<Registry>(workload: workload, n: n, seed: Self.seed).fillForSend(population)
    let bytes = statistics.liveBytes() - before
    population.send(1)
    let sends = 8
    return figures(
      statistics.measure { population.send(sends) }, operations: sends * n, bytes: bytes)
  }

  private func subscribe(_ population: Population<Registry>) -> MemoryFigures {
    let usage = statistics.measure { population.fill(upTo: n) }
    return figures(usage, operations: n, bytes: usage.bytes)
  }

  private func unsubscribe(_ population: Population<Registry>) -> MemoryFigures {
    let order = Order.removal(workload, size: n, seed: Self.seed)
    let removals = min(n, removalLimit)
    population.fill(upTo: n)
    return figures(statistics.measure { population.remove(order, limit: removals) }, operations: removals, bytes: nil)
  }

  private func churn(_ population: Population<Registry>) -> MemoryFigures {
    let order = Order.picks(4096, of: n, seed: Self.seed)
    let before = statistics.liveBytes()
    population.fill(upTo: n)
    let usage = statistics.measure { population.replace(order) }
    return figures(usage, operations: order.count, bytes: statistics.liveBytes() - before)
  }

  private func figures(_ usage: AllocatorStatistics.Usage, operations: Int, bytes: Int?) -> MemoryFigures {
    MemoryFigures(
      mallocsPerOp: Double(usage.mallocs) / Double(operations),
      bytesPerSubscriber: bytes.map { Double($0) / Double(n) }, peakBytes: Double(usage.peakBytes))
  }
}
