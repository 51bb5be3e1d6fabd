import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

/// Tests of situations that need longer programs than the short ones, and that the random programs meet too rarely.
@Suite("Storage laws: walks")
struct WalkLawTests {
  @Test("the tests of a module try the module's own storage")
  func ownStorage() {
    let module = #fileID.prefix { $0 != "/" }
    #expect("\(String(reflecting: SubscriberStorage.self).prefix { $0 != "." })Tests" == module)
  }

  @Test("law 1: order survives growth, holes and compaction")
  func order() {
    let rig = StorageRig(nodes: 300)
    defer { rig.finish() }
    for number in 1...300 where !number.isMultiple(of: 7) { rig.remove(number: number) }
    for _ in 0..<200 { rig.append() }
    #expect(rig.shown() == rig.numbers)
    #expect(rig.shown() == rig.shown().sorted())
    #expect(rig.failure == nil)
  }

  @Test(
    "law 2: a walk does not show nodes appended during the walk, in any block", arguments: [1, 2, 3, 5, 6, 13, 14, 15])
  func snapshot(nodes: Int) {
    let rig = StorageRig(nodes: nodes)
    defer { rig.finish() }
    var shown: [Int] = []
    rig.walk {
      shown.append($0)
      for _ in 0..<20 { rig.append() }
    }
    #expect(shown == Array(1...nodes))
    #expect(rig.failure == nil)
  }

  @Test(
    "law 3: compaction during a walk neither skips nor repeats the nodes behind the holes")
  func compactionBehindWalker() {
    let rig = StorageRig(nodes: 50)
    defer { rig.finish() }
    var shown: [Int] = []
    rig.walk { current in
      shown.append(current)
      guard current == 41 else { return }
      for number in 1...40 { rig.remove(number: number) }
      // Fills the block repeatedly, so that each storage squeezes its holes out.
      for _ in 0..<500 {
        rig.append()
        rig.remove(number: rig.numbers.last!)
      }
    }
    #expect(shown == Array(1...50))
    #expect(rig.shown() == Array(41...50))
    #expect(rig.failure == nil)
  }

  @Test("law 3: a block that fills up with holes before the walker", arguments: [2, 6, 14, 30])
  func holesBeforeWalkerInFullBlock(nodes: Int) {
    let rig = StorageRig(nodes: nodes)
    defer { rig.finish() }
    let middle = nodes / 2 + 1
    var shown: [Int] = []
    rig.walk { current in
      shown.append(current)
      guard current == middle else { return }
      for number in 1..<middle { rig.remove(number: number) }
      rig.append()
    }
    #expect(shown == Array(1...nodes))
    #expect(rig.failure == nil)
  }

  @Test("law 4: a walk continues from a node that was removed with all its neighbours")
  func removedUnderfoot() {
    for current in 1...9 {
      for first in 1...current {
        for last in current...9 {
          let rig = StorageRig(nodes: 9)
          defer { rig.finish() }
          var shown: [Int] = []
          rig.walk { number in
            shown.append(number)
            guard number == current else { return }
            for victim in first...last { rig.remove(number: victim) }
          }
          #expect(shown == (1...9).filter { $0 <= current || $0 > last })
          #expect(rig.failure == nil)
        }
      }
    }
  }

  @Test(
    "law 4: one removal after the other, backwards, behind and ahead of the walker")
  func removalsInAnyOrder() {
    for seed in 1...200 as ClosedRange<UInt64> {
      var rng = SeededGenerator(seed: seed)
      let rig = StorageRig(nodes: 20)
      defer { rig.finish() }
      rig.walk { _ in
        for _ in 0..<rng.below(4) {
          if let victim = rig.numbers.randomElement(using: &rng) { rig.remove(number: victim) }
        }
        if rng.below(3) == 0 { rig.append() }
      }
      if let failure = rig.failure {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  @Test("nested walks each keep a separate snapshot")
  func nested() {
    let rig = StorageRig(nodes: 2)
    defer { rig.finish() }
    func walk(depth: Int) {
      rig.walk { current in
        rig.append()
        if depth < 3 { walk(depth: depth + 1) }
        rig.remove(number: current)
        rig.append()
      }
    }
    walk(depth: 0)
    #expect(rig.failure == nil)
    #expect(rig.shown() == rig.numbers)
  }

  @Test("law 5: no node that a walk has seen is released before the walk ends")
  func grace() {
    let rig = StorageRig(nodes: 100)
    rig.walk { _ in
      if rig.numbers.count > 1 { rig.remove(number: rig.numbers[0]) }
      // The rig counts the nodes alive after each operation.
      for _ in 0..<3 { rig.append() }
    }
    rig.walk { _ in rig.removeAll() }
    #expect(rig.failure == nil)
    #expect(rig.numbers.isEmpty)
  }

  @Test(
    "law 7: memory shrinks with the number of nodes, and is freed with the last node")
  func shrinking() {
    for pick in [{ (_: Int) in 0 }, { $0 - 1 }, { $0 / 2 }] {
      let rig = StorageRig(nodes: 1000)
      while !rig.numbers.isEmpty { rig.remove(number: rig.numbers[pick(rig.numbers.count)]) }
      #expect(rig.failure == nil)
      #expect(rig.capacity <= 2)
    }
  }

  @Test("a storage that was emptied during a walk can be used again", arguments: [1, 2, 3, 40])
  func reuseAfterRemoveAll(nodes: Int) {
    let rig = StorageRig(nodes: nodes)
    defer { rig.finish() }
    rig.walk { current in
      guard current == 1 else { return }
      rig.removeAll()
      for _ in 0..<nodes + 1 { rig.append() }
    }
    #expect(rig.shown() == Array(nodes + 1...2 * nodes + 1))
    #expect(rig.failure == nil)
  }
}

extension StorageRig {
  fileprivate func shown() -> [Int] {
    var shown: [Int] = []
    walk { shown.append($0) }
    return shown
  }
}
