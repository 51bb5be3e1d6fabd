#if Tracing
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTracing
  import Synchronization
  import Testing

  /// A sink that needs the lock of a traced registry each time it gets records.
  private final class Meddler: TraceSink {
    private let subject: PublishSubject<Int, Never>
    private let counts = Mutex<[TraceKind: Int]>([:])
    private let lost = Mutex<UInt64>(0)

    init(_ subject: PublishSubject<Int, Never>) { self.subject = subject }

    func begin(_ header: TraceHeader) { subject.subscribe { _ in }.dispose() }
    func write(_ batch: [TraceRecord], _ symbols: TraceSymbols) {
      subject.subscribe { _ in }.dispose()
      for record in batch where symbols.label(of: record).name == "shared" || record.kind == .lost {
        counts.withLock { $0[record.kind, default: 0] += 1 }
        if record.kind == .lost { lost.withLock { $0 += record.count } }
      }
    }
    func finish() {}

    func count(_ kind: TraceKind) -> Int { counts.withLock { $0[kind, default: 0] } }
    var losses: UInt64 { lost.withLock { $0 } }
  }

  extension SerialTraceTests {
    /// A session that waits must not wait while the thread holds the lock of a registry: the thread that writes the
    /// trace, or any other, may need that lock.
    @Suite("A session in which threads wait, with small rings and a sink that uses the traced subject")
    struct NeverUnderLockTests {
      @Test("promise R4: disposals wait for no room under the lock, and none is lost")
      func disposals() throws {
        let subject = PublishSubject<Int, Never>(name: "shared")
        let subscriptions = (0..<500).map { _ in subject.subscribe { _ in } }
        let sink = Meddler(subject)
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64)
        try watched { for subscription in subscriptions { subscription.dispose() } }
        try session.stop()
        #expect(sink.count(.dispose) == 500)
        #expect(sink.losses == 0)
      }

      @Test("promise R4: neither do the ends of all subscriptions at the terminal event")
      func completion() throws {
        let subject = PublishSubject<Int, Never>(name: "shared")
        for _ in 0..<500 { subject.subscribe { _ in } }
        let sink = Meddler(subject)
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64)
        try watched { subject.sendCompleted() }
        try session.stop()
        #expect(sink.count(.dispose) == 500)
        #expect(sink.count(.deliver) == 500)
        #expect(sink.losses == 0)
      }

      @Test("promise R4: a send that is queued waits for room only after it has given the lock back")
      func queued() throws {
        let subject = PublishSubject<Int, Never>(name: "shared")
        let (entered, leave) = (Gate(), Gate())
        let isFirst = Atomic<Bool>(true)
        subject.subscribe { _ in
          guard isFirst.exchange(false, ordering: .relaxed) else { return }
          entered.open()
          leave.wait()
        }
        let sink = Meddler(subject)
        let session = try TraceSession.stream(to: sink, recordsPerThread: 64)
        let holder = RunningThread { [unowned subject] in subject.send(0) }
        entered.wait()
        try watched { for value in 1...500 { subject.send(value) } }
        leave.open()
        try holder.join()
        try session.stop()
        #expect(sink.count(.queue) == 500)
        #expect(sink.count(.send) == 501)
        #expect(sink.losses == 0)
      }

      @Test("keep the order of a thread's records, also of those that found no room")
      func order() throws {
        let subject = PublishSubject<Int, Never>(name: "shared")
        let order = Order()
        let session = try TraceSession.stream(to: order, clock: .monotonic, recordsPerThread: 64)
        // Each round makes two records without the lock and up to 50 under the lock.
        try watched {
          for round in 0..<100 {
            let subscriptions = (0..<50).map { _ in subject.subscribe { _ in } }
            for subscription in subscriptions.prefix(round % 50) { subscription.dispose() }
            subject.send(round)
            for subscription in subscriptions { subscription.dispose() }
          }
        }
        try session.stop()
        #expect(order.isBroken == false)
        #expect(order.live == 0)
      }
    }
  }

  /// A sink that follows the number of live subscriptions of the subject, which each record must change by one.
  private final class Order: TraceSink {
    private let state = Mutex((live: UInt64(0), isBroken: false, times: [UInt32: UInt64]()))

    func begin(_ header: TraceHeader) {}
    func write(_ batch: [TraceRecord], _ symbols: TraceSymbols) {
      state.withLock { state in
        for record in batch {
          if record.time < state.times[record.thread, default: 0] { state.isBroken = true }
          state.times[record.thread] = record.time
          guard symbols.label(of: record).name == "shared" else { continue }
          switch record.kind {
          case .subscribe:
            state.isBroken = state.isBroken || record.count != state.live + 1
            state.live = record.count
          case .dispose:
            state.isBroken = state.isBroken || record.count + 1 != state.live
            state.live = record.count
          default: break
          }
        }
      }
    }
    func finish() {}

    var live: UInt64 { state.withLock { $0.live } }
    var isBroken: Bool { state.withLock { $0.isBroken } }
  }
#endif
