#if Tracing
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTesting
  import SwitchboardTracing
  import Testing

  private struct Ping: Event {
    var subtype: String? { "a" }
  }

  @Suite("Traces of awaited deliveries of a bus")
  struct DeliveryTraceTests {
    @Test("an awaited delivery is recorded like a dispatch, at the line of its call")
    func likeDispatch() async {
      let bus = EventBus(name: "bus")
      for _ in 0..<2 { bus.on(Ping.self).next { _ in } }
      bus.on(Ping.self).subtype("a").tryNext { _ in }
      bus.on(Ping.self).priority(-1).next { _ in }
      let dispatched = recordTrace { bus.dispatch(Ping(), fileID: "App/Bus.swift", line: 7) }
      let delivered = await recordTrace { _ = try? await bus.deliver(Ping(), fileID: "App/Bus.swift", line: 7) }
      let kinds: [TraceKind] = [.send, .deliver, .deliver, .deliver, .deliver, .end]
      #expect(dispatched.records.map(\.kind) == kinds)
      #expect(delivered.records.map(\.kind) == kinds)
      #expect(delivered.records.map(\.registry) == dispatched.records.map(\.registry))
      #expect(
        delivered.records.map { delivered.symbols.site(of: $0) }
          == dispatched.records.map { dispatched.symbols.site(of: $0) })
    }

    @Test("what a delivery does after it has awaited a handler has the delivery as its cause")
    func afterAwait() async {
      let bus = EventBus(name: "bus")
      let subject = PublishSubject<Int, Never>(name: "after")
      for _ in 0..<2 { bus.on(Ping.self).task { _ in await Task.yield() } }
      bus.on(Ping.self).next { _ in subject.send(1) }
      bus.on(Ping.self).priority(-1).next { _ in subject.send(2) }
      let trace = await recordTrace { _ = try? await bus.deliver(Ping(), fileID: "App/Bus.swift", line: 7) }
      // One send, as in a dispatch, and those of the handlers.
      let sends = trace.only(.send).map { trace.symbols.label(of: $0).name }
      #expect(sends.count { $0 == "after" } == 2)
      #expect(sends.count == 3)
      #expect(trace.only(.deliver).count == 4)
      // Each task has one hop, and so has each await of the delivery.
      #expect(trace.only(.hop).count == 4)
      #expect(trace.only(.arrive).count == 4)
      #expect(trace.only(.end).count == 7)
    }

    @Test("with the policy `concurrent`, one send delivers to all handlers")
    func concurrent() async {
      let bus = EventBus(name: "bus")
      for _ in 0..<3 { bus.on(Ping.self).task { _ in await Task.yield() } }
      let trace = await recordTrace { _ = try? await bus.deliver(Ping(), policy: .concurrent) }
      #expect(trace.only(.send).count == 1)
      #expect(trace.only(.deliver).count == 3)
    }
  }

  @Suite("Traces of asynchronous sequences")
  struct AsyncTraceTests {
    @Test("a reader is a subscription at its line; each value hops to it, and arrives where it is fetched")
    func values() async {
      await expectTrace(
        """
        thread t1
          subscribe Clock.swift@1#1
          send ticks#1 at Clock.swift@2
            deliver to Clock.swift@1#1
              hop ~1 at Clock.swift@1
          send completed ticks#1 at Clock.swift@3
            deliver completed to Clock.swift@1#1
              dispose Clock.swift@1#1
          arrive ~1
          close ticks#1
        """
      ) {
        let subject = PublishSubject<Int, Never>(name: "ticks")
        var iterator = subject.values(fileID: "App/Clock.swift", line: 8).makeAsyncIterator()
        subject.send(1, fileID: "App/Clock.swift", line: 9)
        subject.sendCompleted(fileID: "App/Clock.swift", line: 10)
        while await iterator.next() != nil {}
      }
    }

    @Test("the property shows its name, because it cannot learn its caller's line")
    func property() async {
      let trace = await recordTrace {
        for await _ in Signal<Int, Never>.just(1).named("one").values {}
      }
      let subscribed = trace.records.filter { $0.kind == .subscribe }
      #expect(subscribed.map { "\(trace.symbols.site(of: $0))" } == ["SignalProtocol.values"])
      #expect(subscribed.map { trace.symbols.label(of: $0).name } == ["one"])
    }

    @Test("first, last, collect and wait show the caller's line, and the signal's name")
    func awaiting() async {
      let line = UInt32(#line)
      let trace = await recordTrace {
        let signal = Signal<Int, Never>(1...2).named("numbers")
        _ = await signal.first()
        _ = await signal.last()
        _ = await signal.collect()
        await signal.wait()
      }
      let subscribed = trace.records.filter { $0.kind == .subscribe }
      #expect(subscribed.map { trace.symbols.site(of: $0).line } == [line + 3, line + 4, line + 5, line + 6])
      #expect(subscribed.allSatisfy { trace.symbols.label(of: $0).name == "numbers" })
      #expect(trace.records.count { $0.kind == .dispose } == 4)
    }

    @Test("what a signal's task sends has the subscription as its cause, and shows its line")
    func task() async throws {
      let trace = await recordTrace {
        let gate = TaskGate()
        let signal = Signal<Int, Never>.task {
          await gate.pass()
          return 1
        }
        await withCheckedContinuation { over in
          signal.subscribe(fileID: "App/Clock.swift", line: 8, onNext: { _ in }, onCompleted: { over.resume() })
          gate.open()
        }
      }
      let start = try #require(trace.only(.start).first)
      let hop = try #require(trace.only(.hop).first)
      #expect(hop.cause == start.flow)
      #expect(trace.only(.arrive).map(\.flow) == [hop.flow])
      #expect(trace.only(.send).map(\.cause) == [hop.flow, hop.flow])
      #expect(trace.only(.send).map(\.event) == [.value, .completed])
      #expect(trace.only(.send).allSatisfy { trace.symbols.site(of: $0).line == 8 })
    }

    @Test("each element of a sequence has the previous element as its cause, which was handled first")
    func sequence() async throws {
      let trace = await recordTrace {
        let (stream, feed) = AsyncStream.makeStream(of: Int.self)
        await withCheckedContinuation { over in
          Signal(stream).subscribe(
            fileID: "App/Clock.swift", line: 8, onNext: { _ in }, onCompleted: { over.resume() })
          for value in 1...2 { feed.yield(value) }
          feed.finish()
        }
      }
      let start = try #require(trace.only(.start).first)
      let arrivals = trace.only(.arrive).map(\.flow)
      #expect(arrivals.count == 3)
      #expect(trace.only(.hop).map(\.flow) == arrivals)
      #expect(trace.only(.hop).map(\.cause) == [start.flow] + arrivals.dropLast())
      #expect(trace.only(.send).map(\.cause) == arrivals)
    }
  }

  extension TraceSnapshot {
    fileprivate func only(_ kind: TraceKind) -> [TraceRecord] { records.filter { $0.kind == kind } }
  }
#endif
