import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R7 The bus is synchronous")
struct R07Tests {
  private let bus = EventBus()

  @Test("dispatch returns after every handler has run on the dispatching thread")
  func ownThread() throws {
    let names = Journal<String>()
    for number in 0..<3 { bus.subscribe(Ping.self) { names.add("\($0.number) \(number)") } }
    let counts = try watched { [unowned bus] in
      (0..<5).map { number in
        bus.dispatch(Ping(number: number))
        return names.entries.count
      }
    }
    #expect(counts == [3, 6, 9, 12, 15])
    #expect(names.entries.first == "0 0")
  }

  @Test("a dispatch made by a handler finishes inside that handler: depth first", arguments: [false, true])
  func nested(hasPriorities: Bool) {
    let seen = Journal<String>()
    for (index, name) in ["a", "b"].enumerated() {
      bus.on(Ping.self).priority(hasPriorities ? -index : 0).next { [unowned bus] event in
        seen.add("\(name)\(event.number)")
        if name == "a", event.number < 2 { bus.dispatch(Ping(number: event.number + 1)) }
        seen.add("\(name)\(event.number)'")
      }
    }
    bus.dispatch(Ping(number: 0))
    #expect(seen.entries == ["a0", "a1", "a2", "a2'", "b2", "b2'", "a1'", "b1", "b1'", "a0'", "b0", "b0'"])
  }

  @Test("threads dispatch one type at the same time", arguments: [false, true])
  func atOnce(hasPriorities: Bool) throws {
    let entered = [Gate(), Gate()]
    // Each dispatch waits inside the handler until the other dispatch is inside of it too.
    bus.on(Ping.self).priority(hasPriorities ? 1 : 0).next { event in
      entered[event.number].open()
      entered[1 - event.number].wait()
    }
    if hasPriorities { bus.on(Ping.self).next { _ in } }
    try onThreads((0..<2).map { number in { [unowned bus] in bus.dispatch(Ping(number: number)) } })
  }

  @Test("a slow handler of one type delays neither other types nor new subscriptions")
  func independent() throws {
    let (entered, free) = (Gate(), Gate())
    bus.subscribe(Ping.self) { _ in
      entered.open()
      free.wait()
    }
    let slow = RunningThread { [unowned bus] in bus.dispatch(Ping()) }
    entered.wait()
    try watched { [unowned bus] in
      bus.subscribe(Tagged.self) { _ in }
      for number in 0..<100 { bus.dispatch(Tagged("\(number)")) }
      bus.subscribe(Ping.self) { _ in }.dispose()
    }
    free.open()
    try slow.join()
  }
}
