public import CFloor

/// A part of one candidate's work, between two marks that callgrind looks for.
public struct CallgrindRegion {
  public let operations: Int
  /// Sets up, warms up, and runs the work once between the marks.
  public let run: () -> Void

  /// - Parameter run: Calls ``count(warmUp:_:)`` once, with work of `operations` operations.
  public init(operations: Int, run: @escaping () -> Void) {
    self.operations = operations
    self.run = run
  }

  @inlinable static var churns: Int { 1024 }

  @inlinable
  init<Registry: SubscriberRegistry>(_: Registry.Type, _ procedure: Procedure, n: Int) {
    let seed: UInt64 = 1
    switch procedure {
    case .sendFresh, .sendChurned:
      let sends = max(8, 2000 / n)
      operations = sends * n
      run = {
        let population = Sampling<Registry>(procedure, n: n, seed: seed).sendPopulation()
        Self.count(warmUp: { population.send(1) }, { population.send(sends) })
      }
    case .subscribe:
      // Many small registries, as in the timed samples: over a few operations, a refill of the allocator's cache would
      // look like a cost of the operation.
      let registries = Sampling<Registry>.registryCount(n)
      operations = n * registries
      run = {
        let population = Population<Registry>(size: n, registryCount: registries)
        Self.count(
          warmUp: {
            population.fill(upTo: n)
            population.reset()
          }, { population.fill(upTo: n) })
      }
    case .unsubscribe(let leaver):
      let registries = Sampling<Registry>.registryCount(n)
      operations = n * registries
      run = {
        let population = Population<Registry>(size: n, registryCount: registries)
        let order = Order.removal(leaver, size: n, registryCount: registries, seed: seed)
        Self.count(
          warmUp: {
            population.fill(upTo: n)
            population.remove(order)
            population.fill(upTo: n)
          }, { population.remove(order) })
      }
    case .churn(let leaver):
      operations = Self.churns
      run = {
        let population = Population<Registry>(size: n)
        let order = Order.replacements(leaver, Self.churns, of: n, seed: seed)
        population.fill(upTo: n)
        Self.count(warmUp: { population.replace(order) }, { population.replace(order) })
      }
    }
  }

  private init() {
    operations = 1
    run = { Self.count(warmUp: {}, {}) }
  }

  /// A region with nothing between the marks, which gives the cost of the marks themselves.
  public static var empty: CallgrindRegion { CallgrindRegion() }

  /// Runs both closures. Callgrind counts only `work`.
  @inlinable @inline(never)
  public static func count(warmUp: () -> Void, _ work: () -> Void) {
    warmUp()
    switchboard_region_begin()
    work()
    switchboard_region_end()
  }
}
