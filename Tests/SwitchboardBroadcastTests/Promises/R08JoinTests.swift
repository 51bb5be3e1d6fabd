import SwitchboardBroadcast
import SwitchboardTestSupport
import Testing

/// A subscriber that notes when it is called and when its handler is released.
private final class Witness: Subscriber<Int>, @unchecked Sendable {
  // Sound: the stored property is constant.
  let journal: Journal<String>

  init(_ broadcaster: borrowing Broadcaster<Int>, _ journal: Journal<String>, _ token: Token) {
    self.journal = journal
    super.init(broadcaster.registry, waitable: false) { value in
      journal.add("enters \(value)")
      token.dispose()
      journal.add("leaves \(value)")
    }
    token.hold(Subscription(self))
  }

  override func releaseHandler() {
    journal.add("released")
    super.releaseHandler()
  }
}

@Suite("R8 A subscriber that ends during its replay")
struct R08JoinTests {
  @Test("The handler is released after it returns, before and after the registry's end", arguments: [false, true])
  func releasedAfterwards(hasEnded: Bool) {
    let (journal, token) = (Journal<String>(), Token())
    let broadcaster = Broadcaster<Int>()
    if hasEnded { broadcaster.terminate { _ in } }
    let witness = Witness(broadcaster, journal, token)
    broadcaster.admit(witness) { [unowned witness] _ in
      witness.deliver(1)
      witness.deliver(2)
    }
    #expect(journal.entries == ["enters 1", "leaves 1", "released"])
    #expect(broadcaster.census.count == 0)
  }

  @Test("A thread that disposes the subscriber does not release the handler during its call", arguments: [false, true])
  func disposedFromElsewhere(hasEnded: Bool) throws {
    let (journal, token) = (Journal<String>(), Token())
    let broadcaster = Broadcaster<Int>()
    if hasEnded { broadcaster.terminate { _ in } }
    let witness = Witness(broadcaster, journal, token)
    let (entered, disposed) = (Gate(), Gate())
    let other = RunningThread {
      entered.wait()
      token.dispose()
      disposed.open()
    }
    broadcaster.admit(witness) { _ in
      entered.open()
      disposed.wait()
      journal.add("replayed")
    }
    try other.join()
    #expect(journal.entries == ["replayed", "released"])
    #expect(broadcaster.census.count == 0)
  }

  @Test("A subscriber that ends before it is added gets no place and no last event", arguments: [false, true])
  func endedBefore(hasEnded: Bool) {
    let (journal, token) = (Journal<String>(), Token())
    let broadcaster = Broadcaster<Int>()
    let witness = Witness(broadcaster, journal, token)
    witness.dispose()
    if hasEnded { broadcaster.terminate { _ in journal.add("last event") } }
    broadcaster.add(witness)
    #expect(journal.entries == ["released"])
    #expect(broadcaster.census.count == 0)
  }

  @Test("A last event that disposes its subscription has no effect, and the handler is released once, afterwards")
  func disposedByLateEvent() {
    let (journal, token) = (Journal<String>(), Token())
    let broadcaster = Broadcaster<Int>()
    broadcaster.terminate { _ in
      token.dispose()
      journal.add("last event")
    }
    broadcaster.add(Witness(broadcaster, journal, token))
    #expect(journal.entries == ["last event", "released"])
  }
}
