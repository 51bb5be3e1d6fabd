import BenchmarkHarness

/// Positions in the order in which a workload visits them, made before anything is measured.
final class Order {
  let positions: UnsafeMutableBufferPointer<Int32>

  var count: Int { positions.count }

  private init(_ source: some Collection<Int32>) {
    positions = .allocate(capacity: source.count)
    _ = positions.initialize(from: source)
  }

  deinit { positions.deallocate() }

  /// All of `registryCount` registries of `size`, as `workload` removes them: registry by registry.
  static func removal(_ workload: Workload, size: Int, registryCount: Int = 1, seed: UInt64) -> Order {
    var generator = SeededGenerator(seed: seed)
    var order: [Int32] = []
    order.reserveCapacity(size * registryCount)
    for _ in 0..<registryCount {
      let ascending = 0..<Int32(size)
      switch workload {
      case .unsubscribeFIFO: order.append(contentsOf: ascending)
      case .unsubscribeLIFO: order.append(contentsOf: ascending.reversed())
      default: order.append(contentsOf: ascending.shuffled(using: &generator))
      }
    }
    return Order(order)
  }

  /// `count` random picks out of `size`, one position possibly often.
  static func picks(_ count: Int, of size: Int, seed: UInt64) -> Order {
    var generator = SeededGenerator(seed: seed)
    return Order((0..<count).map { _ in Int32.random(in: 0..<Int32(size), using: &generator) })
  }
}
