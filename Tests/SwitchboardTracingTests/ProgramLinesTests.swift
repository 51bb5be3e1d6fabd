#if Tracing
  import Switchboard
  import SwitchboardLink
  import SwitchboardTestSupport
  import SwitchboardTesting
  import Testing

  extension SerialTraceTests {
    /// The operators are tried with their tables, and the forms of subscribing by `leakcheck`.
    @Suite("Records name lines of the program, or what the program used")
    struct ProgramLinesTests {
      /// Returns the places that the records of `body` name. None of them may be a line of the library.
      private func places(_ body: () throws -> Void) throws -> Set<String> {
        let trace = try recorded(body)
        let sites = Set(trace.records.filter { $0.site != 0 }.map { trace.symbols.site(of: $0) })
        #expect(sites.filter(\.isOfLibrary) == [])
        return Set(sites.map(\.description)).filter { !$0.hasPrefix("SwitchboardTracingTests/") }
      }

      @Test("a property that is assigned has no line; set and update have one")
      func properties() throws {
        let (items, board) = (Property<[Int]>([]), DataBoard())
        let handle = board.handle(for: BoardKey<Int>("count"))
        #expect(try places { items.value.append(1) } == ["Property.value"])
        #expect(try places { handle.value = 1 } == ["BoardHandle.value"])
        #expect(
          try places {
            items.set([])
            items.update { $0.append(1) }
            handle.set(1)
            board[BoardKey<Int>("count")] = 2
          } == [])
      }

      @Test("values has no line, and values() has one")
      func values() throws {
        let (subject, bus) = (PublishSubject<Int, Never>(), EventBus())
        #expect(try places { _ = subject.values.makeAsyncIterator() } == ["SignalProtocol.values"])
        #expect(try places { _ = bus.on(DeadEvent.self).values.makeAsyncIterator() } == ["EventSelection.values"])
        #expect(try places { _ = subject.values().makeAsyncIterator() } == [])
      }

      @Test("what boards, buses and commands send by themselves")
      func reports() throws {
        struct Note: Event {}
        struct Failure: Error {}
        let board = DataBoard()
        _ = board.diagnostics.subscribe { _ in }
        let (one, other) = (BoardKey<Int>("count"), BoardKey<String>("count"))
        board.subscribe(one) { _ in }
        #expect(try places { board[other] = "a" } == ["DataBoard.diagnostics"])
        let pause = board.pause(one)
        board[one] = 1
        #expect(try places { pause.dispose() } == ["BoardPause.dispose"])
        do {
          var pause: BoardPause? = board.pause(one)
          board[one] = 2
          #expect(try places { pause = nil } == ["BoardPause.deinit"])
          #expect(pause == nil)
        }
        #expect(try places { board.removeSubscribers(for: one) } == ["DataBoard.removeSubscribers"])

        let bus = EventBus()
        bus.failures.subscribe { _ in }
        bus.on(Note.self).tryNext { _ in throw Failure() }
        #expect(try places { bus.dispatch(Note()) } == ["EventBus.failures"])

        let command = Command<Int, Int, Never> { .just($0) }
        command.executing.subscribe { _ in }
        #expect(try places { command.execute(1) } == ["Command.executing", "Command.enabled"])
      }

      @Test("a link's state, and the signals of a test scheduler")
      func scheduled() throws {
        let clock = TestScheduler()
        var options = LinkOptions()
        options.scheduler = clock
        let bus = EventBus()
        let found = try places {
          let link = BusLink(
            bus, application: "shop", over: MemoryTransport(MemoryNetwork(scheduler: clock)), options: options)
          clock.advance(by: .milliseconds(10))
          withExtendedLifetime(link) {}
          let event = (Duration.zero, SignalEvent<Int, Never>.value(1))
          clock.hotSignal([event]).subscribe { _ in }
          clock.coldSignal([event]).subscribe { _ in }
          clock.advance()
        }
        #expect(found == ["BusLink.state", "TestScheduler.coldSignal"])
      }
    }
  }
#endif
