#if Tracing
  import CSwitchboardTracing
  import Dispatch
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTracing
  import Synchronization
  import Testing

  /// Records a moment in a registry that the runtime does not have, so that a test can find the record.
  private func mark() {
    switchboard_trace_moment(
      UInt32(TraceKind.ownerDeinit.rawValue), 0, 1, switchboard_trace_mark(registry: 6666, label: 0), 0)
  }

  /// Makes `count` records on each of `threads` threads, one thread after another.
  private func markOnThreads(_ threads: Int, _ count: Int, named name: String) throws {
    for number in 0..<threads {
      try onEndedThread {
        setTraceThreadName("\(name) \(number)")
        for _ in 0..<count { mark() }
      }
    }
  }

  /// A sink that takes nothing until the gate opens.
  private final class HeldSink: TraceSink {
    struct IsFull: Error {}

    let gate = DispatchSemaphore(value: 0)
    private let fails: Bool
    private let records = Mutex<[TraceRecord]>([])

    init(fails: Bool = false) { self.fails = fails }

    var lost: UInt64 { records.withLock { $0.reduce(0) { $0 + ($1.kind == .lost ? $1.count : 0) } } }
    var marks: UInt64 { records.withLock { UInt64($0.count { $0.registry == 6666 }) } }

    func begin(_ header: TraceHeader) {}
    func write(_ records: [TraceRecord], _ symbols: TraceSymbols) throws {
      gate.wait()
      gate.signal()
      self.records.withLock { $0 += records }
      if fails { throw IsFull() }
    }
    func finish() {}
  }

  extension TraceSnapshot {
    fileprivate var marks: [TraceRecord] { records.filter { $0.registry == 6666 } }
    fileprivate var lost: UInt64 { records.reduce(0) { $0 + ($1.kind == .lost ? $1.count : 0) } }
  }

  extension SerialTraceTests {
    @Suite("The losses of a session")
    struct LossTests {
      @Test("a flight recorder keeps the records of 300 short threads")
      func shortThreads() throws {
        let session = try TraceSession.start(.flightRecorder(bytesPerThread: 1 << 20))
        try markOnThreads(300, 30, named: "short")
        let snapshot = try session.stop()
        #expect(snapshot.marks.count == 9000)
        // Threads of other tests may record more than their rings hold.
        let threads = Set(snapshot.symbols.threads.filter { $0.name.hasPrefix("short ") }.map(\.number))
        #expect(threads.count == 300)
        #expect(!snapshot.records.contains { $0.kind == .lost && threads.contains($0.thread) })
      }

      @Test("a trace has the records that were lost with ended threads, thread by thread", arguments: [0, 3])
      func perThread(kept: Int) throws {
        let session = try TraceSession.start(TraceConfiguration(recordsPerThread: 64, endedThreads: kept))
        try markOnThreads(20, 30, named: "lossy")
        let snapshot = try session.stop()
        // Threads of other tests that are alive have full rings, too.
        #expect(session.lostRecords <= snapshot.lost)
        // Names are as short as the system allows, but differ.
        let threads = snapshot.symbols.threads.filter { $0.name.hasPrefix("lossy ") }
        #expect(threads.count == 20)
        #expect(Set(threads.map(\.name)).count == 20)
        for thread in threads {
          let own = snapshot.records.filter { $0.thread == thread.number }
          let isKept = own.count { $0.registry == 6666 } == 30
          let isCounted = own.count == 1 && own[0].kind == .lost && own[0].count == 30
          #expect(isKept || isCounted)
        }
        #expect(snapshot.marks.count < 20 * 30)
      }

      @Test("the sum of all losses is known, however many threads have ended; what is known by thread is limited")
      func sum() throws {
        let session = try TraceSession.start(TraceConfiguration(recordsPerThread: 64, endedThreads: 0))
        try markOnThreads(1200, 2, named: "many")
        let snapshot = try session.stop()
        // Without the threads of other tests that are alive and have full rings.
        let ended = snapshot.symbols.threads.filter {
          $0.name.hasPrefix("many ") || $0.name.hasSuffix(" ended threads")
        }
        #expect(ended.contains { $0.name.hasSuffix(" ended threads") })
        let numbers = Set(ended.map(\.number))
        let losses = snapshot.records.filter { $0.kind == .lost && numbers.contains($0.thread) }
        #expect(losses.count <= 1024)
        #expect(losses.reduce(0) { $0 + $1.count } >= 2400)
        #expect(session.lostRecords >= 2400)
      }

      @Test("`lostRecords` is the sum of the losses in the trace, whatever a full ring does", arguments: [1, 3])
      func full(threads: Int) throws {
        for whenFull in [TraceConfiguration.WhenFull.stop, .overwriteOldest] {
          let session = try TraceSession.start(TraceConfiguration(whenFull: whenFull, recordsPerThread: 64))
          try markOnThreads(threads, 2048, named: "full")
          #expect(session.lostRecords >= UInt64(threads * 1984))
          let snapshot = try session.stop()
          #expect(snapshot.lost >= UInt64(threads * 1984))
          #expect(session.lostRecords == snapshot.lost)
          let next = try TraceSession.start()
          #expect(session.lostRecords == snapshot.lost, "another session has its own count")
          try next.stop()
          #expect(session.lostRecords == snapshot.lost)
        }
      }

      @Test("a thread that still runs counts while it records, too")
      func running() throws {
        let session = try TraceSession.startScoped(TraceConfiguration(recordsPerThread: 64))
        let flow = TraceFlow(in: session)
        flow.run { for _ in 0..<64 { mark() } }
        #expect(session.lostRecords == session.snapshot().lost)
        flow.run { for _ in 0..<1000 { mark() } }
        #expect(session.lostRecords == session.snapshot().lost)
        #expect(session.lostRecords >= 1000)
        let snapshot = try session.stop()
        #expect(session.lostRecords == snapshot.lost)
      }

      @Test("a session that streams and does not wait counts what its sink was told of")
      func streamed() throws {
        let sink = HeldSink()
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64, waits: false)
        try markOnThreads(2, 2048, named: "held")
        // The sink may hold as many records of a thread as a ring has room for.
        #expect(session.lostRecords >= 2 * (2048 - 128))
        sink.gate.signal()
        try session.stop()
        #expect(sink.lost >= 2 * (2048 - 128))
        #expect(session.lostRecords == sink.lost)
      }

      @Test("what is lost before a sink fails, and what is recorded afterwards, is counted record by record")
      func failing() throws {
        let sink = HeldSink(fails: true)
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64, waits: false)
        try markOnThreads(1, 4096, named: "failing")
        sink.gate.signal()
        #expect(throws: HeldSink.IsFull.self) { try session.stop() }
        #expect(session.lostRecords >= 4096 - sink.marks)
      }
    }
  }
#endif
