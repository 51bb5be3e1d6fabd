import Testing

@testable import SwitchboardBroadcast

/// Tests of the cost in work and memory, as far as it can be counted without a clock (promise R12).
@Suite("Storage laws: cost")
struct MemoryLawTests {
  @Test("R12: appending n nodes moves at most 3 n of them to larger blocks")
  func amortisedAppend() {
    let (moves, nodes) = Self.moves { buffer in for _ in 0..<10_000 { buffer.append() } }
    #expect(moves <= 3 * nodes)
  }

  @Test("R12: closing holes has a constant cost per removal")
  func amortisedChurn() {
    let operations = 20_000
    for size in [1, 3, 14, 100, 1000] {
      let (moves, _) = Self.moves { buffer in
        for _ in 0..<size { buffer.append() }
        for _ in 0..<operations {
          buffer.append()
          buffer.removeFirst()
        }
      }
      #expect(moves <= 6 * (operations + size), "\(moves) moves at size \(size)")
    }
  }

  @Test("R12: growing and shrinking at a boundary does not copy each time")
  func boundary() {
    for size in [2, 6, 14, 30, 62] {
      let (moves, _) = Self.moves { buffer in
        for _ in 0..<size { buffer.append() }
        for _ in 0..<1000 {
          buffer.append()
          buffer.removeLast()
        }
      }
      #expect(moves <= 10 * size, "\(moves) moves at size \(size)")
    }
  }

  /// A slot buffer that is driven as the dense storage drives it, and that counts the nodes it moves.
  private final class Counting {
    let registry = Registry(concurrent: true, biased: false)
    var retired = Retired()
    var moves = 0
    var live: [Unmanaged<RegistryNode>] = []
    var first = 0
    var appended = 0

    func append() {
      let node = Unmanaged<RegistryNode>.passRetained(
        RegistryNode(registry, waitable: false))
      registry.locked {
        let index = $0.buffer.append(node, exclusive: true, retired: &retired, moved: moved)
        DenseStorage.setIndex(of: node, to: index)
      }
      live.append(node)
      appended += 1
    }

    func removeFirst() {
      remove(live[first])
      first += 1
    }
    func removeLast() { remove(live.removeLast()) }

    func finish() { while first < live.count { removeFirst() } }

    private func remove(_ node: Unmanaged<RegistryNode>) {
      registry.locked {
        $0.remove(node, exclusive: true)
        $0.buffer.compact(holes: $0.count + 16, retired: &retired, moved: moved)
      }
      node.release()
    }

    private func moved(_ node: Unmanaged<RegistryNode>, to index: Int) {
      moves += 1
      DenseStorage.setIndex(of: node, to: index)
    }
  }

  private static func moves(_ body: (Counting) -> Void) -> (moves: Int, nodes: Int) {
    let counting = Counting()
    body(counting)
    let result = (counting.moves, counting.appended)
    counting.finish()
    return result
  }
}
