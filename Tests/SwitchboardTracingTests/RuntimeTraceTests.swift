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
    }
  }

  /// What `body` leads to, whatever other tests do meanwhile.
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
