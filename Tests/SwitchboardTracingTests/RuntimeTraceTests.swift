#if Tracing
  import Switchboard
  import SwitchboardTestSupport
  import Testing

  extension SerialTraceTests {
    @Suite("What the runtime records")
    struct RuntimeTraceTests {
      @Test("a subject: subscribe, send with a delivery to each, dispose; with the lines of the calls")
      func subject() throws {
        let subject = PublishSubject<Int, Never>(name: "ticks")
        let records = try recorded { trace in
          let first = subject.subscribe { _ in }
          trace.line(#line - 1)
          subject.subscribe { _ in }
          subject.send(1)
          first.dispose()
          subject.send(2)
        }
        #expect(
          records.map(\.short) == [
            "subscribe 1", "subscribe 2", "send", "deliver", "deliver", "end", "dispose 1", "send", "deliver", "end",
          ])
      }
    }
  }

  final class TraceMarks { func line(_ line: UInt32) {} }

  func recorded(_ body: (TraceMarks) throws -> Void) throws -> [TraceRecord] {
    let session = try TraceSession.start(TraceConfiguration(clock: .sequence))
    try body(TraceMarks())
    let thread = try session.stop()
    return thread.records
  }

  extension TraceRecord {
    var short: String {
      switch kind {
      case .subscribe, .dispose: "\(kind.name) \(count)"
      default: event == .value ? kind.name : "\(kind.name) \(event)"
      }
    }
  }

  @Suite("Tracing", .serialized) struct SerialTraceTests {}
#endif
