import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Buses with parents")
struct ScopeTests {
  private let root = EventBus(name: "root")
  private let seen = Journal<String>()

  @Test("dispatch to the bus, to the whole chain, and to the nearest bus with subscribers")
  func reach() {
    let middle = EventBus(name: "middle", parent: root)
    let leaf = EventBus(name: "leaf", parent: middle)
    root.on(Ping.self).priority(100).next { [seen] _ in seen.add("root") }
    middle.on(Ping.self).next { [seen] _ in seen.add("middle") }
    #expect(!leaf.dispatch(Ping()))
    #expect(leaf.dispatch(Ping(), reaching: .nearest))
    #expect(seen.entries == ["middle"])
    leaf.on(Ping.self).next { [seen] _ in seen.add("leaf") }
    #expect(leaf.dispatch(Ping(), reaching: .chain))
    #expect(seen.entries == ["middle", "leaf", "middle", "root"])
    seen.clear()
    leaf.dispatch(Ping())
    leaf.dispatch(Ping(), reaching: .nearest)
    middle.dispatch(Ping(), reaching: .chain)
    #expect(seen.entries == ["leaf", "leaf", "middle", "root"])
  }

  @Test("R2 the audience of a chain is fixed when the dispatch begins")
  func audience() {
    let leaf = EventBus(parent: root)
    leaf.on(Ping.self).next { [root, seen] _ in
      seen.add("leaf")
      root.on(Ping.self).next { _ in seen.add("new") }
    }
    leaf.dispatch(Ping(), reaching: .chain)
    #expect(seen.entries == ["leaf"])
    root.dispatch(Ping())
    #expect(seen.entries == ["leaf", "new"])
  }

  @Test("no subscriber on the whole way: a dead event goes the same way")
  func dead() {
    let leaf = EventBus(parent: root)
    root.on(DeadEvent.self).next { [seen] _ in seen.add("dead") }
    leaf.dispatch(Ping())
    #expect(seen.entries == [])
    leaf.dispatch(Ping(), reaching: .chain)
    leaf.dispatch(Ping(), reaching: .nearest)
    #expect(seen.entries == ["dead", "dead"])
  }

  @Test("a bus keeps its parent; the deallocation of a bus does not affect the parent")
  func life() {
    weak var parent: EventBus?
    var leaf: EventBus?
    do {
      let bus = EventBus(name: "parent")
      bus.on(Ping.self).next { [seen] _ in seen.add("parent") }
      leaf = EventBus(parent: bus)
      parent = bus
    }
    leaf?.dispatch(Ping(), reaching: .chain)
    #expect(seen.entries == ["parent"])
    #expect(leaf?.parent === parent)
    leaf = nil
    #expect(parent == nil)
    var other: EventBus? = EventBus(parent: root)
    root.on(Ping.self).next { [seen] _ in seen.add("root") }
    other?.dispatch(Ping(), reaching: .nearest)
    other = nil
    root.dispatch(Ping())
    #expect(seen.entries == ["parent", "root", "root"])
  }
}
