#if Tracing
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTesting
  import Testing

  extension SharedSession.Entrance {
    fileprivate var number: Int? { if case .waiting(let number) = self { number } else { nil } }
  }

  /// Each test has a process of its own, because all recordings of a process share the recorder.
  @Suite("The turns of recordings, and of tests that use the recorder alone")
  struct SharedSessionTests {
    @Test("a recording that cannot begin lets the next test go on")
    func refused() async {
      await #expect(processExitsWith: .success) {
        let (free, mine) = (Counter(), Counter())
        SharedSession.take {}
        // A session that the test leaves behind, like that of SWITCHBOARD_TRACE.
        let other = try TraceSession.start()
        _ = try SharedSession.enter { free.increment() }
        SharedSession.take { mine.increment() }
        SharedSession.giveBack()
        #expect(free.value == 1 && mine.value == 0)
        #expect(throws: TraceSessionError.self) { _ = try SharedSession.enter {} }
        #expect(mine.value == 1)
        try other.stop()
      }
    }

    @Test("a recording that has given up waiting holds up no test")
    func withdrawn() async {
      await #expect(processExitsWith: .success) {
        let mine = Counter()
        SharedSession.take {}
        let entrance = try SharedSession.enter {}
        let number = try #require(entrance.number)
        #expect(SharedSession.withdraw(number))
        SharedSession.take { mine.increment() }
        SharedSession.giveBack()
        #expect(mine.value == 1)
        #expect(!SharedSession.withdraw(number))
      }
    }
  }
#endif
