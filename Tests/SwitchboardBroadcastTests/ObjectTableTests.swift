import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

private final class Named: TableEntry, @unchecked Sendable {
  let name: Int
  init(_ name: Int, hash: Int) {
    self.name = name
    super.init(hash: hash)
  }
}

@Suite("R10 A table of objects")
struct ObjectTableTests {
  @Test(
    "finds exactly its objects after any additions and removals, and frees its places",
    arguments: [1, 4, 64, 1 << 20])
  func model(hashes: Int) {
    var rng = SeededGenerator(seed: UInt64(hashes))
    var table = ObjectTable<Named>()
    var model: [Int: Named] = [:]
    func hash(of name: Int) -> Int { (name % hashes) &* 0x2545_F491_4F6C_DD1D }
    // The table grows, then keeps its size, then shrinks.
    for (steps, additions) in [(600, 80), (600, 50), (1200, 20)] {
      for _ in 0..<steps {
        let name = rng.below(400)
        let found = table.first(hash(of: name)) { $0.name == name }?.takeUnretainedValue()
        #expect(found === model[name])
        if let found {
          guard rng.below(100) >= additions else { continue }
          #expect(table.remove(found) === found)
          #expect(!found.isListed)
          model[name] = nil
        } else if rng.below(100) < additions {
          let made = Named(name, hash: hash(of: name))
          table.insert(made)
          #expect(made.isListed)
          model[name] = made
        }
        #expect(table.count == model.count)
        #expect(table.capacity <= 4 * table.count + 16)
      }
    }
    var seen: Set<Int> = []
    table.forEach { seen.insert($0.name) }
    #expect(seen == Set(model.keys))
    for entry in model.values { _ = table.remove(entry) }
    #expect(table.capacity == 0)
  }

  @Test("keeps its objects, and releases them")
  func life() {
    weak var kept: Named?
    weak var thrownAway: Named?
    do {
      var table = ObjectTable<Named>()
      for number in 0..<100 {
        let made = Named(number, hash: number &* 0x9E37)
        if number == 7 { kept = made }
        table.insert(made)
      }
      #expect(kept != nil)
      table.removeAll()
      #expect(kept == nil)
      #expect(table.capacity == 0)
      let last = Named(1, hash: 1)
      thrownAway = last
      table.insert(last)
    }
    #expect(thrownAway == nil)
  }
}
