public import AllocatorStatistics
internal import BenchmarkHarness
public import BenchmarkResults

/// The life of one registry: it grows to n subscribers, subscribers come and go, they leave, and the registry goes.
/// Reads the memory of the process at each step.
///
/// Everything else that a life needs is allocated before the first reading: tokens, positions, points. So each reading
/// is the memory of the registry alone.
public struct RegistryLife<Registry: SubscriberRegistry> {
  /// The number of times that half of the subscribers leave and as many join.
  @inlinable static var waves: Int { 4 }

  @usableFromInline let n: Int
  @usableFromInline let tokens: UnsafeMutablePointer<Registry.Token?>
  @usableFromInline let visitor: Visitor
  @usableFromInline let sinks = Sinks.shared
  @usableFromInline let observer: HeapObserver
  @usableFromInline var count = 0
  @usableFromInline var start = HeapFigures()
  @usableFromInline var points: [MemoryLife.Point] = []

  /// - Parameter n: The number of subscribers at the peak, 1 or more.
  @inlinable
  public init(_: Registry.Type, n: Int, seed: UInt64) {
    self.n = n
    tokens = .allocate(capacity: n)
    tokens.initialize(repeating: nil, count: n)
    visitor = Visitor(size: n, seed: seed)
    points.reserveCapacity(64)
    // A subscription has at most four blocks.
    observer = HeapObserver(blocks: 4 * n + 10_000)
  }

  /// Runs the life. Throws if the registry leaves a block behind that it requested.
  @inlinable
  public mutating func run() throws(FailedCheck) -> [MemoryLife.Point] {
    defer { tokens.deallocate() }
    // A short life and a reading do the allocations that happen once per process or per type.
    var registry: Registry? = Registry(capacity: n)
    join(registry, upTo: min(n, 64))
    leave(registry, downTo: 0)
    registry = nil
    record(.gone)
    points.removeLast()
    observer.purge()
    start = observer.figures()

    registry = Registry(capacity: n)
    var level = 1
    while level < n {
      join(registry, upTo: level)
      record(.grow)
      level *= 4
    }
    join(registry, upTo: n)
    record(.grow)
    for _ in 0..<Self.waves {
      leave(registry, downTo: n - n / 2)
      record(.churn)
      join(registry, upTo: n)
      record(.churn)
    }
    for part in [2, 4, 8] where n / part > 0 {
      leave(registry, downTo: n / part)
      record(.shrink)
    }
    leave(registry, downTo: 0)
    record(.empty)
    if observer.purge(waits: true) { record(.purge) }
    registry = nil
    observer.purge()
    record(.gone)
    if let left = points.last?.requested, left != 0 {
      throw FailedCheck("\(left) bytes stay allocated after the registry has gone; it must leave nothing")
    }
    return points
  }

  @inlinable
  mutating func join(_ registry: Registry?, upTo level: Int) {
    guard let registry else { return }
    while count < level {
      let position = visitor[count]
      tokens[position] = registry.subscribe(number: position, of: sinks)
      count += 1
    }
  }

  /// Removes random subscribers.
  @inlinable
  mutating func leave(_ registry: Registry?, downTo level: Int) {
    guard let registry else { return }
    visitor.shuffle(count)
    while count > level {
      count -= 1
      let slot = tokens + visitor[count]
      let token = slot.move().unsafelyUnwrapped
      slot.initialize(to: nil)
      registry.unsubscribe(token)
    }
  }

  @inlinable
  mutating func record(_ step: MemoryLife.Step) {
    let figures = observer.figures().since(start)
    points.append(
      MemoryLife.Point(
        step: step, subscribers: count, requested: figures.requested, allocated: figures.allocated,
        active: figures.active, resident: figures.resident, retained: figures.retained))
  }
}

/// The positions of subscribers: first those that are taken, then those that are free. Shuffles without allocating.
@usableFromInline
final class Visitor {
  private let positions: UnsafeMutableBufferPointer<Int32>
  private var generator: SeededGenerator

  @usableFromInline
  init(size: Int, seed: UInt64) {
    positions = .allocate(capacity: size)
    _ = positions.initialize(from: 0..<Int32(size))
    generator = SeededGenerator(seed: seed)
  }

  deinit { positions.deallocate() }

  @usableFromInline
  subscript(index: Int) -> Int { Int(positions[index]) }

  /// Shuffles the first `count` positions.
  @usableFromInline
  func shuffle(_ count: Int) {
    for index in stride(from: count - 1, to: 0, by: -1) {
      positions.swapAt(index, Int.random(in: 0...index, using: &generator))
    }
  }
}
