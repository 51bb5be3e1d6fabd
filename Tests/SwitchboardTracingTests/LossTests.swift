#if Tracing
  import CSwitchboardTracing
  import Switchboard
  import SwitchboardTestSupport
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
        #expect(snapshot.lost == 0)
        #expect(session.lostRecords == 0)
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
    }
  }
#endif
