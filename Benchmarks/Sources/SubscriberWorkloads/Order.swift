internal import BenchmarkHarness

/// Positions in the order in which a workload visits them, computed before the measurement.
@usableFromInline
final class Order {
  @usableFromInline let positions: UnsafeMutableBufferPointer<Int32>

  @inlinable var count: Int { positions.count }

  private init(_ source: some Collection<Int32>) {
    positions = .allocate(capacity: source.count)
    _ = positions.initialize(from: source)
  }

  deinit { positions.deallocate() }

  /// Returns the order in which all subscribers of `registryCount` registries of `size` leave, registry by registry.
  @usableFromInline
  static func removal(_ leaver: Procedure.Leaver, size: Int, registryCount: Int = 1, seed: UInt64) -> Order {
    var generator = SeededGenerator(seed: seed)
    var order: [Int32] = []
    order.reserveCapacity(size * registryCount)
    for _ in 0..<registryCount {
      let ascending = 0..<Int32(size)
      switch leaver {
      case .oldest: order.append(contentsOf: ascending)
      case .newest: order.append(contentsOf: ascending.reversed())
      case .random: order.append(contentsOf: ascending.shuffled(using: &generator))
      }
    }
    return Order(order)
  }

  /// Returns `count` positions out of `size` that are replaced one after the other. `random`: random positions,
  /// possibly repeated. `oldest`: the positions in turn, which always hold the oldest subscriber. `newest`: always the
  /// last position.
  @usableFromInline
  static func replacements(_ leaver: Procedure.Leaver, _ count: Int, of size: Int, seed: UInt64) -> Order {
    var generator = SeededGenerator(seed: seed)
    return Order(
      (0..<count).map { index in
        switch leaver {
        case .random: Int32.random(in: 0..<Int32(size), using: &generator)
        case .oldest: Int32(index % size)
        case .newest: Int32(size - 1)
        }
      })
  }
}
