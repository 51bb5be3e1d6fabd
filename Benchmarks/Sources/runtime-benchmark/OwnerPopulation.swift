import AllocatorStatistics
import BenchmarkHarness
import SubscriberWorkloads

/// Owners that are all created and then all released. They must not leave any memory behind.
final class OwnerPopulation<Source: OwnedSubscribers> {
  let source = Source()
  private let size: Int
  private let owners: UnsafeMutablePointer<Unmanaged<Source.Owner>>

  init(size: Int) {
    self.size = size
    owners = .allocate(capacity: size)
  }

  deinit { owners.deallocate() }

  @inline(never)
  func comeAndGo(limit: Int = .max) {
    let count = min(size, limit)
    for index in 0..<count { (owners + index).initialize(to: .passRetained(source.makeOwner())) }
    for index in 0..<count { owners[index].release() }
  }
}

extension Measurable {
  /// Creates a measurable for owners that come and go. Up to `largestTimed` owners are timed; memory is checked at
  /// every size.
  @inline(__always)
  init<Source: OwnedSubscribers>(_: Source.Type, largestTimed: Int) {
    self.init(
      cell: { name, _ in
        guard name.n <= largestTimed else { return nil }
        return Cell(name, granule: name.n) { OwnerPasses<Source>(n: name.n).sampler() }
      },
      memory: { n, statistics throws(FailedCheck) in try OwnerPasses<Source>(n: n).memory(statistics) })
  }
}

/// The timing and the memory check of owners that come and go.
private struct OwnerPasses<Source: OwnedSubscribers> {
  /// The allowed difference of live bytes: one page.
  private static var tolerance: Int { 4096 }

  let n: Int

  /// Returns a sampler that creates and releases all owners once per sample.
  func sampler() -> Cell.Sampler {
    let population = OwnerPopulation<Source>(size: n)
    return { _ in
      let began = MonotonicClock.now()
      population.comeAndGo()
      return Sample(nanoseconds: MonotonicClock.now() - began, operations: n)
    }
  }

  func memory(_ statistics: AllocatorStatistics) throws(FailedCheck) -> MemoryFigures {
    let population = OwnerPopulation<Source>(size: n)
    let holdings = population.source.holdings
    // The warm-up uses few owners, so that memory shows that grows with the number of owners.
    population.comeAndGo(limit: 1000)
    let usage = statistics.measure { population.comeAndGo() }
    if let holdings {
      if let now = population.source.holdings, now != holdings {
        throw FailedCheck(
          "after \(n) owners were made and released, the source has \(now); at the start it had \(holdings)")
      }
      if abs(usage.bytes) > Self.tolerance {
        throw FailedCheck(
          """
          after \(n) owners were made and released, \(usage.bytes) more bytes are live than before; the limit is \
          \(Self.tolerance)
          """)
      }
    }
    return MemoryFigures(mallocsPerOp: Double(usage.mallocs) / Double(n), peakBytes: Double(usage.peakBytes))
  }
}
