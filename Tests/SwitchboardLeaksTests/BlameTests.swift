import SwitchboardLeaks
import Testing

/// Tests of `Blame`. In each world, an owner lives while all lines of at least one of some sets are kept.
@Suite("Blame by repetition")
struct BlameTests {
  /// Every world of up to four lines whose holders are one or two sets of lines.
  static let worlds: [[Set<UInt32>]] = {
    let sets = (1..<16).map { mask -> Set<UInt32> in
      let lines: [UInt32] = [1, 2, 3, 4]
      return Set(lines.filter { mask >> ($0 - 1) & 1 == 1 })
    }
    var worlds = sets.map { [$0] }
    for one in sets { for other in sets { worlds.append([one, other]) } }
    return worlds
  }()

  @Test("names the holders that hold alone; otherwise a smallest set that holds together", arguments: worlds)
  func culprits(holders: [Set<UInt32>]) {
    let owner = CountedItem.values(.number(1, site: 0, type: 0), written: 0)
    var blame = Blame(targets: [owner], suspects: [1, 2, 3, 4])
    var experiments = 0
    while let kept = blame.kept {
      experiments += 1
      let isAlive = holders.contains { $0.isSubset(of: kept) }
      blame.record(Blame.Outcome(alive: isAlive ? [owner] : [], live: kept))
    }
    let alone = holders.filter { $0.count == 1 }.reduce(Set()) { $0.union($1) }
    #expect(blame.guilty[owner].map(Set.init) ?? [] == alone)
    if alone.isEmpty {
      let together = Set(blame.together[owner] ?? [])
      #expect(holders.contains(together))
      #expect(blame.leftover == Set(1...4).subtracting(together))
    } else {
      #expect(blame.together.isEmpty)
      #expect(blame.leftover == Set(1...4).subtracting(alone))
    }
    #expect(blame.heldElsewhere.isEmpty)
    #expect(experiments <= 2 * 4 + 3)
  }

  @Test("an owner that is alive without any suspect is held from elsewhere, and no line is blamed")
  func elsewhere() {
    let owners = [CountedItem.ended(site: 1), .ended(site: 2)]
    var blame = Blame(targets: owners, suspects: [1, 2])
    while let kept = blame.kept {
      blame.record(Blame.Outcome(alive: kept.contains(2) ? Set(owners) : [owners[0]], live: kept))
    }
    #expect(blame.heldElsewhere == [owners[0]])
    #expect(blame.guilty == [owners[1]: [2]])
  }

  @Test("for an owner that is not alive again no line is blamed")
  func notReproduced() {
    var blame = Blame(targets: [.ended(site: 1)], suspects: [1, 2])
    while blame.kept != nil { blame.record(Blame.Outcome(alive: [], live: [])) }
    #expect(blame.guilty.isEmpty && blame.together.isEmpty && blame.heldElsewhere.isEmpty)
  }
}
