#if Tracing
  import CSwitchboardTracing
  import Foundation
  import Switchboard
  import SwitchboardTestSupport
  import Synchronization
  import Testing

  /// A sink that keeps the records that it gets.
  private final class Collector: TraceSink {
    let records = Mutex<[TraceRecord]>([])
    let finished = Atomic<Bool>(false)
    let failsAfter: Int

    init(failsAfter: Int = .max) { self.failsAfter = failsAfter }

    struct Full: Error {}

    func begin(_ header: TraceHeader) {}
    func write(_ batch: [TraceRecord], _ symbols: TraceSymbols) throws {
      try records.withLock {
        $0 += batch
        if $0.count >= failsAfter { throw Full() }
      }
    }
    func finish() { finished.store(true, ordering: .releasing) }
  }

  /// A sink that ends when several threads have come to end the session, so that all of them wait for the end.
  private final class LateEnd: TraceSink {
    let arrived = Atomic<Int>(0)
    let callers: Int

    init(callers: Int) { self.callers = callers }

    func begin(_ header: TraceHeader) {}
    func write(_ batch: [TraceRecord], _ symbols: TraceSymbols) {}
    func finish() {
      while arrived.load(ordering: .relaxed) < callers { sched_yield() }
      // Gives the threads the time to go from the count to the wait, which nothing shows.
      for _ in 0..<100 { sched_yield() }
    }
  }

  /// Records a moment in a registry that the runtime does not have, so that a test can find the record.
  private func mark(_ number: UInt64) {
    switchboard_trace_moment(
      UInt32(TraceKind.ownerDeinit.rawValue), 0, number, switchboard_trace_mark(registry: 7777, label: 0), 0)
  }

  private func marks(_ records: [TraceRecord]) -> [TraceRecord] { records.filter { $0.registry == 7777 } }

  /// Returns whether the ring of a thread counts as ended. A thread does more than its body before that.
  private func hasEnded(_ number: UInt32) -> Bool {
    switchboard_trace_lock()
    defer { switchboard_trace_unlock() }
    var next = switchboard_trace_first_ring()
    while let ring = next {
      if switchboard_trace_ring_number(ring) == number { return switchboard_trace_ring_has_ended(ring) }
      next = switchboard_trace_next_ring(ring)
    }
    return true
  }

  private func each(of count: Int, _ body: @escaping @Sendable (Int) -> Void) throws {
    try onThreads((0..<count).map { number in { body(number) } })
  }

  extension SerialTraceTests {
    @Suite("A session")
    struct TraceSessionTests {
      @Test("streams the records of four threads, in each thread's order, without a loss")
      func streams() throws {
        let sink = Collector()
        let session = try TraceSession.stream(to: sink, recordsPerThread: 1024)
        try each(of: 4) { _ in for number in 0..<50_000 { mark(UInt64(number % 1000)) } }
        try session.stop()
        let records = marks(sink.records.withLock { $0 })
        #expect(records.count == 200_000)
        for (_, own) in Dictionary(grouping: records, by: \.thread) {
          let isInOrder = own.indices.allSatisfy { own[$0].count == UInt64($0 % 1000) }
          #expect(isInOrder)
          let isOrdered = zip(own, own.dropFirst()).allSatisfy { $0.time <= $1.time }
          #expect(isOrdered)
        }
        let isFinished = sink.finished.load(ordering: .acquiring)
        #expect(isFinished)
        #expect(session.lostRecords == 0)
      }

      @Test("that does not wait counts the records that it loses")
      func drops() throws {
        let sink = Collector()
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64, waits: false)
        try each(of: 2) { _ in for number in 0..<100_000 { mark(UInt64(number % 1000)) } }
        try session.stop()
        let records = sink.records.withLock { $0 }
        let threads = Set(marks(records).map(\.thread))
        let lost = records.filter { $0.kind == .lost && threads.contains($0.thread) }.reduce(0) { $0 + $1.count }
        #expect(UInt64(marks(records).count) + lost == 200_000)
      }

      @Test("that two threads stop leaves the next session alone")
      func stoppedTwice() throws {
        for _ in 0..<40 {
          let sink = LateEnd(callers: 2)
          let session = try TraceSession.stream(to: sink, recordsPerThread: 64)
          let next = Mutex<TraceSession?>(nil)
          try each(of: 3) { number in
            if number < 2 {
              sink.arrived.add(1, ordering: .relaxed)
              _ = try? session.stop()
            } else {
              // Begins the next session as soon as one of the two has ended this one.
              while next.withLock({ $0 == nil }) {
                if let started = try? TraceSession.start() { next.withLock { $0 = started } }
                sched_yield()
              }
            }
          }
          let started = try #require(next.withLock { $0 })
          mark(7)
          #expect(marks(try started.stop().records).contains { $0.count == 7 })
        }
      }

      @Test("with a sink that fails continues without it, and reports the failure at the end")
      func sinkFails() throws {
        let session = try TraceSession.stream(to: Collector(failsAfter: 1000), recordsPerThread: 64)
        try each(of: 1) { _ in for number in 0..<100_000 { mark(UInt64(number % 1000)) } }
        // Threads waited for the sink until it failed, so it has failed by now.
        #expect(session.failure is Collector.Full)
        #expect(throws: Collector.Full.self) { try session.stop() }
        #expect(throws: Never.self) { try TraceSession.start().stop() }
      }

      @Test("that overwrites keeps the newest records, and counts the missing ones")
      func overwrites() throws {
        let session = try TraceSession.start(TraceConfiguration(recordsPerThread: 64))
        try onEndedThread { for number in 0..<1000 { mark(UInt64(number)) } }
        let snapshot = try session.stop()
        let own = marks(snapshot.records)
        #expect(own.map(\.count) == Array(936..<1000))
        let lost = snapshot.records.filter { $0.kind == .lost && $0.thread == own[0].thread }
        #expect(lost.map(\.count) == [936])
      }

      @Test("that stops when full keeps the oldest records")
      func stopsWhenFull() throws {
        let session = try TraceSession.start(TraceConfiguration(whenFull: .stop, recordsPerThread: 64))
        // Records on this thread, which has not ended when the trace is read.
        for number in 0..<1000 { mark(UInt64(number)) }
        let snapshot = try session.stop()
        let own = marks(snapshot.records)
        #expect(own.map(\.count) == Array(0..<64))
        let lost = snapshot.records.filter { $0.kind == .lost && $0.thread == own[0].thread }
        #expect(lost.map(\.count) == [936])
      }

      @Test("can be read while other threads record: the snapshot is whole and in order")
      func snapshotsWhileRecording() throws {
        let session = try TraceSession.start(TraceConfiguration(recordsPerThread: 256))
        let isOver = Atomic<Bool>(false)
        try each(of: 3) { thread in
          guard thread > 0 else {
            for _ in 0..<200 {
              for (_, own) in Dictionary(grouping: marks(session.snapshot().records), by: \.thread) {
                let isWhole = zip(own, own.dropFirst()).allSatisfy { ($0.count + 1) % 1000 == $1.count }
                #expect(isWhole)
              }
            }
            isOver.store(true, ordering: .relaxed)
            return
          }
          var number: UInt64 = 0
          while !isOver.load(ordering: .relaxed) {
            mark(number % 1000)
            number += 1
          }
        }
        try session.stop()
      }

      @Test(
        "knows the names of threads, as long as the system allows",
        arguments: [
          ("feeder", "feeder"), ("a name of sixteen", "a name of sixte"), ("fourteen bytes€", "fourteen bytes"),
        ])
      func threadNames(given: String, kept: String) throws {
        let session = try TraceSession.start()
        try each(of: 1) { _ in
          setTraceThreadName(given)
          mark(1)
        }
        let snapshot = try session.stop()
        let record = try #require(marks(snapshot.records).first)
        #expect(snapshot.symbols.thread(of: record).name == kept)
      }

      @Test("is the only session that records")
      func oneAtATime() throws {
        let session = try TraceSession.start()
        #expect(TraceSession.current === session)
        #expect(throws: TraceSessionError.self) { try TraceSession.start() }
        try session.stop()
        #expect(TraceSession.current == nil)
      }

      @Test("knows nothing of an activity that began in an earlier session")
      func sessionsInsideActivities() throws {
        let subject = PublishSubject<Int, Never>()
        let inner = PublishSubject<Int, Never>()
        inner.subscribe { _ in }
        let second = Mutex<TraceSession?>(nil)
        subject.subscribe { _ in
          _ = try? TraceSession.current?.stop()
          let session = try? TraceSession.start(TraceConfiguration(clock: .sequence))
          second.withLock { $0 = session }
          inner.send(1)
        }
        _ = try TraceSession.start()
        withTraceScope("outside") { subject.send(1) }
        withTraceScope("after") { inner.send(2) }
        let session = try #require(second.withLock { $0 })
        let snapshot = try session.stop()
        let flows = Set(snapshot.records.filter { $0.kind.isActivity }.map(\.flow))
        let hasCauses = snapshot.records.allSatisfy { $0.kind != .deliver || flows.contains($0.flow) }
        #expect(hasCauses)
        #expect(snapshot.caused(byScope: "after").records.map(\.kind) == [.scope, .send, .deliver, .end, .end])
      }

      @Test("keeps the records of ended threads, up to the memory of a number of rings", arguments: [0, 3])
      func endedThreads(kept: Int) throws {
        let session = try TraceSession.start(TraceConfiguration(recordsPerThread: 64, endedThreads: kept))
        for number in 0..<8 { try onEndedThread { mark(UInt64(number)) } }
        let own = marks(session.snapshot().records)
        // Threads of other tests count too. Records that these threads push out after this line are lost in addition.
        let lost = session.lostRecords
        try session.stop()
        #expect(own.count <= kept)
        #expect(lost >= 8 - UInt64(own.count))
      }

      @Test("drops the rings of many threads that were alive at the same time when the next thread comes")
      func endedTogether() throws {
        @Sendable func markOnThreads(_ number: UInt64) {
          mark(number)
          if number > 0 { #expect(throws: Never.self) { try onEndedThread { markOnThreads(number - 1) } } }
        }
        let session = try TraceSession.start(TraceConfiguration(recordsPerThread: 64, endedThreads: 3))
        try onEndedThread { markOnThreads(7) }
        try onEndedThread { mark(8) }
        let own = marks(session.snapshot().records)
        try session.stop()
        #expect(own.count <= 3)
      }
    }
  }
#endif
