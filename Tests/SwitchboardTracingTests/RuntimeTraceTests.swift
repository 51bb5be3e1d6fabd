#if Tracing
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTesting
  import Testing

  extension SerialTraceTests {
    @Suite("What the runtime records")
    struct RuntimeTraceTests {
      @Test("a subject: subscribe, send with a delivery to each, dispose; with the lines of the calls")
      func subject() throws {
        let subject = PublishSubject<Int, Never>(name: "ticks")
        let trace = try recorded {
          let first = subject.subscribe { _ in }
          subject.subscribe { _ in }
          subject.send(1)
          first.dispose()
          subject.send(2)
        }
        #expect(
          trace.records.map(\.short) == [
            "scope", "subscribe 1", "subscribe 2", "send", "deliver", "deliver", "end", "dispose 1", "send", "deliver",
            "end", "end",
          ])
      }

      @Test("a dispatch that reaches several registries is one send, also inside a handler of another dispatch")
      func dispatchToSeveral() throws {
        struct Login: Event {
          var user: String
          var subtype: String? { user }
        }
        struct Greeting: Event {
          var subtype: String? { "hello" }
        }
        let bus = EventBus()
        let trace = try recorded {
          bus.on(Greeting.self).subtype("hello").next { _ in }
          bus.on(Greeting.self).next { _ in }
          bus.on(Login.self).subtype("ann").next { [unowned bus] _ in bus.dispatch(Greeting()) }
          bus.on(Login.self).next { _ in }
          bus.on(Login.self).priority(-1).next { _ in }
          bus.dispatch(Login(user: "ann"))
        }
        #expect(
          trace.records.map(\.kind.name).filter { $0 != "subscribe" } == [
            "scope", "send", "deliver", "send", "deliver", "deliver", "end", "deliver", "deliver", "end", "end",
          ])
      }

      @Test("an operator's sends count for the line that subscribed to it, not for the operator's line")
      func operatorLines() throws {
        let (one, other) = (PublishSubject<Int, Never>(), PublishSubject<Int, Never>())
        let subscribed: UInt32 = #line + 4
        let trace = try recorded {
          // Sends of both joining operators count, and the end that `take(until:)` sends.
          let end = PublishSubject<Int, Never>()
          one.merge(with: other).take(until: end).subscribe { _ in }
          other.send(1)
          end.send(1)
        }
        let sites = trace.records.filter { $0.kind == .send }.map { trace.symbols.site(of: $0) }
        #expect(sites.count == 5)
        #expect(sites.allSatisfy { $0.fileID.hasSuffix("/RuntimeTraceTests.swift") }, "\(sites)")
        #expect(sites.filter { $0.line == subscribed }.count == 3, "\(sites)")
      }
    }
  }

  /// Returns the records that `body` causes, without the records of tests that run at the same time.
  func recorded(_ body: () throws -> Void) throws -> TraceSnapshot {
    let session = try TraceSession.start(TraceConfiguration(clock: .sequence))
    try withTraceScope("test") { try body() }
    return try session.stop().caused(byScope: "test")
  }

  extension TraceRecord {
    var short: String {
      switch kind {
      case .subscribe, .dispose: "\(kind.name) \(count)"
      default: event == .value ? kind.name : "\(kind.name) \(event)"
      }
    }
  }

  @Suite("Tracing", .ownTraceSession) struct SerialTraceTests {}
#endif
