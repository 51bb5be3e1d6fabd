#if Tracing
  import Foundation
  import Switchboard

  /// A sink that keeps the calls and the kinds of records that it gets.
  private final class Collector: TraceSink {
    let kinds = Log<TraceKind>()
    let steps = Log<String>()

    func begin(_ header: TraceHeader) { steps.add("begin") }
    func write(_ records: [TraceRecord], _ symbols: TraceSymbols) {
      for record in records { kinds.add(record.kind) }
    }
    func finish() { steps.add("finish") }
  }

  /// Makes a subject, subscribes to it, sends a value, and releases the subject.
  func tracedWork() {
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    ticks.subscribe { _ in }
    ticks.send(1)
  }

  func traceSessions() throws {
    let session = try TraceSession.start()
    check(TraceSession.current === session, "one session is the current one")
    setTraceThreadName("verbs")
    withTraceScope("load") { tracedWork() }
    let early = session.snapshot()
    tracedWork()
    let trace = try session.stop()
    check(TraceSession.current == nil, "no session records after stop")
    check(session.lostRecords, is: 0, "nothing is lost")
    check(session.header == trace.header, "session and trace have one header")
    check(early.records.count < trace.records.count, "a snapshot has the records so far")
    let kinds = Set(trace.records.map(\.kind))
    check(kinds.isSuperset(of: [.subscribe, .send, .deliver, .end, .scope, .close]), "all kinds: \(kinds)")
    let own = trace.caused(byScope: "load")
    check(own.records.count { $0.kind == .send }, is: 1, "a scope has the records that it caused")
    check(throws: true, "a closure in a scope may throw") { try withTraceScope("broken") { throw Fault.late } }
    guard let send = trace.records.first(where: { $0.kind == .send }) else { return check(false, "there is a send") }
    check(trace.symbols.label(of: send).description, is: "ticks", "a send has a label")
    check(trace.symbols.site(of: send).description.contains("Recording.swift:"), "a send has a line")
    check(trace.symbols.thread(of: send).name, is: "verbs", "a send has a thread")
    check(send.kind.isActivity && send.kind.name == "send" && TraceKind(name: "send") == .send, "kinds have names")
  }

  func traceConfigurations() throws {
    let sequence = TraceConfiguration(
      clock: .sequence, whenFull: .stop, recordsPerThread: 64, endedThreads: 2)
    let session = try TraceSession.start(sequence)
    do {
      _ = try TraceSession.start()
      check(false, "two sessions record at the same time")
    } catch let error as TraceSessionError {
      check(!error.description.isEmpty, "a second session is refused: \(error)")
    }
    tracedWork()
    check(try !session.stop().header.hasClock, "a sequence has no clock")
    var recorder = TraceConfiguration.flightRecorder(bytesPerThread: 1 << 16)
    recorder.clock = .monotonic
    recorder.whenFull = .overwriteOldest
    check(recorder.recordsPerThread, is: 2048, "a record takes 32 bytes")
    let flight = try TraceSession.start(recorder)
    tracedWork()
    check(try flight.stop().header.hasClock, "a flight recorder has one")

    let sink = Collector()
    let stream = try TraceSession.stream(to: sink, clock: .automatic, recordsPerThread: 1024, waits: false)
    tracedWork()
    try stream.stop()
    check(sink.steps.entries, is: ["begin", "finish"], "a sink gets the begin and the finish")
    check(sink.kinds.entries.contains(.send), "a sink gets the records")
  }

  private func check(throws: Bool, _ what: String, _ body: () throws -> Void) {
    do {
      try body()
      check(!`throws`, what)
    } catch { check(`throws`, what) }
  }
#endif
