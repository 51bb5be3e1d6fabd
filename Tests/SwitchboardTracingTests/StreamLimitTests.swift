#if Tracing
  import CSwitchboardTracing
  import Foundation
  import Switchboard
  import SwitchboardTestSupport
  import Synchronization
  import Testing

  private final class Counter: TraceSink {
    let marks = Atomic<Int>(0)

    func begin(_ header: TraceHeader) {}
    func write(_ batch: [TraceRecord], _ symbols: TraceSymbols) {
      marks.add(batch.count { $0.registry == 8888 }, ordering: .relaxed)
    }
    func finish() {}
  }

  private func mark() {
    switchboard_trace_moment(
      UInt32(TraceKind.ownerDeinit.rawValue), 0, 1, switchboard_trace_mark(registry: 8888, label: 0), 0)
  }

  private func endedRings() -> Int {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    var count = 0
    var next = switchboard_trace_first_ring()
    while let ring = next {
      if switchboard_trace_ring_has_ended(ring) { count += 1 }
      next = switchboard_trace_next_ring(ring)
    }
    return count
  }

  extension SerialTraceTests {
    @Suite("A session that streams")
    struct StreamLimitTests {
      @Test("frees the rings of ended threads after they have been read")
      func rings() throws {
        let sink = Counter()
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64)
        for _ in 0..<200 { try onEndedThread { mark() } }
        // The ring has to be read many times to make room for these records.
        try onEndedThread { for _ in 0..<2000 { mark() } }
        #expect(endedRings() < 100)
        try session.stop()
        #expect(sink.marks.load(ordering: .relaxed) == 2200)
      }

      @Test("has ended in the child of a fork, which does not wait for it")
      func fork() throws {
        let session = try TraceSession.stream(to: Counter(), recordsPerThread: 64)
        mark()
        // Swift hides `fork`, for good reasons.
        typealias Fork = @convention(c) () -> pid_t
        let fork = unsafeBitCast(try #require(dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork")), to: Fork.self)
        let child = fork()
        if child == 0 {
          for _ in 0..<10_000 { mark() }
          _exit(switchboard_trace_is_recording() ? 8 : 7)
        }
        defer { kill(child, SIGKILL) }
        let status = try watched {
          var status: Int32 = 0
          waitpid(child, &status, 0)
          return status
        }
        #expect(status >> 8 == 7)
        try session.stop()
      }
    }
  }
#endif
