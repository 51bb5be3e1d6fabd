import AllocatorStatistics
import BenchmarkHarness
import SubscriberWorkloads
import Switchboard

/// An operation by key on n keys, without observers.
protocol KeyedOperations: AnyObject {
  init(keys: Int)
  /// Does the operation `count` times.
  func run(_ count: Int)
}

/// Returns keys in random order, drawn before the measurement. The array has at least 65536 entries, so that reading it
/// costs about the same for few and for many keys.
func drawn(_ keys: Int) -> [BoardKey<Int>] {
  let all = (0..<keys).map { BoardKey<Int>("key \($0)") }
  var generator = SeededGenerator(seed: 1)
  return (0..<max(keys, 1 << 16)).map { _ in all[Int.random(in: 0..<keys, using: &generator)] }
}

final class BoardSets: KeyedOperations {
  private let board = BlackBoard()
  private let order: [BoardKey<Int>]
  private var position = 0

  init(keys: Int) {
    order = drawn(keys)
    for number in 0..<keys { board.set(number, for: BoardKey("key \(number)")) }
  }

  @inline(never) func run(_ count: Int) {
    for value in 0..<count {
      board.set(value, for: order[position])
      position += 1
      if position == order.count { position = 0 }
    }
  }
}

final class BoardGets: KeyedOperations {
  private let board = BlackBoard()
  private let order: [BoardKey<Int>]
  private var position = 0
  private var sum = 0

  init(keys: Int) {
    order = drawn(keys)
    for number in 0..<keys { board.set(number, for: BoardKey("key \(number)")) }
  }

  @inline(never) func run(_ count: Int) {
    for _ in 0..<count {
      sum &+= board[order[position]] ?? 0
      position += 1
      if position == order.count { position = 0 }
    }
  }
}

final class BoardHandleSets: KeyedOperations {
  private let board = BlackBoard()
  private let handles: [BoardHandle<Int>]
  private var position = 0

  init(keys: Int) {
    let board = board
    handles = (0..<keys).map { board.handle(for: BoardKey("key \($0)")) }
  }

  @inline(never) func run(_ count: Int) {
    for value in 0..<count {
      handles[position].set(value)
      position += 1
      if position == handles.count { position = 0 }
    }
  }
}

extension Measurable {
  @inline(__always)
  init<Operations: KeyedOperations>(keyed _: Operations.Type) {
    self.init(
      cell: { name, _ in
        Cell(name, granule: 1, minimum: 256) {
          let operations = Operations(keys: name.n)
          operations.run(max(1 << 16, 2 * name.n))
          return { count in
            let began = MonotonicClock.now()
            operations.run(count)
            return Sample(nanoseconds: MonotonicClock.now() - began, operations: count)
          }
        }
      },
      memory: { n, statistics in
        let operations = Operations(keys: n)
        operations.run(1024)
        let usage = statistics.measure { operations.run(1024) }
        return MemoryFigures(mallocsPerOp: Double(usage.mallocs) / 1024, peakBytes: Double(usage.peakBytes))
      },
      region: { n in
        CallgrindRegion(operations: 1024) {
          let operations = Operations(keys: n)
          CallgrindRegion.count(warmUp: { operations.run(1024) }, { operations.run(1024) })
        }
      })
  }
}
