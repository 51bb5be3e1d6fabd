import Foundation
import SwitchboardTestSupport
import Testing

@Suite("R7 Synchronous dispatch")
struct R07DispatchTests {
  @Test("dispatch returns after every handler has run, on the dispatching thread")
  func synchronous() throws {
    let hub = Hub<Int>(.concurrent)
    let journal = Journal<Bool>()
    let threads = Guarded<Set<ObjectIdentifier>>([])
    for _ in 0..<10 {
      hub.subscribe { _ in
        threads.with { _ = $0.insert(ObjectIdentifier(Thread.current)) }
        journal.add(true)
      }
    }
    let sameThread = try watched {
      hub.dispatch(1)
      return threads.with { $0 == [ObjectIdentifier(Thread.current)] }
    }
    #expect(sameThread)
    #expect(journal.entries.count == 10)
  }

  @Test("a dispatch made by a handler finishes inside that handler")
  func nested() {
    let hub = Hub<Int>(.concurrent)
    let journal = Journal<String>()
    hub.subscribe { [unowned hub] value in
      journal.add("begin \(value)")
      if value < 3 { hub.dispatch(value + 1) }
      journal.add("end \(value)")
    }
    hub.subscribe { journal.add("other \($0)") }
    hub.dispatch(1)
    #expect(
      journal.entries == [
        "begin 1", "begin 2", "begin 3", "end 3", "other 3", "end 2", "other 2", "end 1", "other 1",
      ])
  }

  @Test("several threads dispatch at the same time", arguments: [2, 3, 8])
  func overlap(threads: Int) throws {
    let hub = Hub<Int>(.concurrent)
    let inside = Counter()
    let all = Gate()
    // No thread leaves the handler before all threads are in it.
    hub.subscribe { _ in
      if inside.increment() == threads { all.open() }
      all.wait()
    }
    let calls = Counter()
    hub.subscribe { _ in calls.increment() }
    try onThreads((0..<threads).map { number in { hub.dispatch(number) } })
    #expect(inside.value == threads)
    #expect(calls.value == threads)
  }

  @Test("subscribing and disposing work while dispatches are in progress")
  func changesDuringDispatch() throws {
    let hub = Hub<Int>(.concurrent)
    let stage = Stage(hub)
    let (first, second) = (stage.begin(1), stage.begin(2))
    let journal = Journal<Int>()
    try watched {
      let subscriptions = (0..<100).map { number in hub.subscribe { _ in journal.add(number) } }
      for subscription in subscriptions.prefix(50) { subscription.dispose() }
      hub.dispatch(3)
    }
    #expect(journal.entries == Array(50..<100))
    try first.end()
    try second.end()
    #expect(journal.entries == Array(50..<100))
    hub.checkInvariants()
  }

  @Test(
    "several threads may call handlers at the same time, and nested, without a loss")
  func storm() throws {
    let hub = Hub<Int>(.concurrent)
    let calls = (0..<4).map { _ in Counter() }
    for number in 0..<4 {
      hub.subscribe { [unowned hub] value in
        calls[number].increment()
        if number == 2, value > 0 { hub.dispatch(value - 1) }
      }
    }
    let perThread = 500
    let body = { @Sendable in for _ in 0..<perThread { hub.dispatch(2) } }
    try onThreads([body, body, body])
    #expect(calls.map(\.value) == Array(repeating: 3 * perThread * 3, count: 4))
  }
}
