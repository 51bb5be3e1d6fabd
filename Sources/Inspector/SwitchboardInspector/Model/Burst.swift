#if Inspector
  internal import Foundation
  internal import NIOCore
  internal import SwitchboardBroadcast
  internal import SwitchboardTraceFile
  internal import SwitchboardTracing
  internal import Synchronization

  /// A short recording of everything, and what it says about times. Lives on the inspector's thread.
  ///
  /// A process records one session at a time. A burst does not begin while another session records, and gives way to a
  /// session that begins: so the program, its tests and `SWITCHBOARD_TRACE` never find the recorder taken by a burst.
  final class Burst {
    /// The memory of one thread: 32,768 records.
    private static let recordsPerThread = 32_768
    private static let longest = 5000
    private static let mostHandlers = 50

    private enum Phase {
      case none
      case recording(TraceSession, until: Scheduled<Void>)
      case done(Recorded)
    }

    /// What a burst has recorded.
    private struct Recorded {
      var snapshot: TraceSnapshot
      var profile: HandlerProfile
      /// The nanoseconds that the records tell of.
      var span: UInt64
      var lost: UInt64
      /// Whether another session began before the time was over.
      var wasCut: Bool
      /// The file for Perfetto, made for the first request.
      var file: ByteBuffer?
    }

    private let names: Names
    private var phase = Phase.none
    private var number = 0
    private var began: UInt64 = 0
    private var beganExactly = ContinuousClock.now
    private var milliseconds = 0
    /// Where the end of a burst is scheduled.
    private var loop: (any EventLoop)?

    init(_ names: Names) { self.names = names }

    var isRecording: Bool { if case .recording = phase { true } else { false } }

    func use(_ loop: any EventLoop) { self.loop = loop }

    /// Begins to record for so many milliseconds.
    func begin(milliseconds: Int) throws(RequestError) -> BurstState {
      guard (1...Self.longest).contains(milliseconds) else {
        throw RequestError(.badRequest, "A burst takes 1 to \(Self.longest) milliseconds.")
      }
      if isRecording { throw RequestError(.conflict, "A burst is being recorded: wait until it is done.") }
      guard let loop else { throw RequestError(.serviceUnavailable, "The inspector is stopping.") }
      let session: TraceSession
      do {
        session = try .startGivingWay(TraceConfiguration(recordsPerThread: Self.recordsPerThread))
      } catch {
        throw RequestError(
          .conflict,
          """
          The program already records a trace, by SWITCHBOARD_TRACE or by a TraceSession, and only one session can \
          record at a time: use that trace, or try again when it has ended.
          """)
      }
      number += 1
      (began, beganExactly, self.milliseconds) = (Tally.now, .now, milliseconds)
      let this = NIOLoopBound(self, eventLoop: loop)
      let end = loop.scheduleTask(in: .milliseconds(Int64(milliseconds))) { this.value.end() }
      phase = .recording(session, until: end)
      return state
    }

    private func end() {
      guard case .recording(let session, _) = phase else { return }
      let wasCut = session.hasEnded
      // A session in memory has no sink that could fail.
      guard var snapshot = try? session.stop() else { return phase = .none }
      snapshot.symbols = names.withoutValues(snapshot.symbols)
      let elapsed = UInt64((ContinuousClock.now - beganExactly) / .nanoseconds(1))
      let lost = session.lostRecords
      // If records were overwritten, those that are left tell of a shorter time.
      let times = snapshot.records.lazy.filter { $0.kind != .lost }.map(\.time)
      let span = lost == 0 && !wasCut ? elapsed : min(elapsed, (times.max() ?? 0) - (times.min() ?? 0))
      phase = .done(
        Recorded(
          snapshot: snapshot, profile: HandlerProfile(snapshot.records), span: span, lost: lost, wasCut: wasCut))
    }

    /// Ends a burst that is being recorded.
    func stop() {
      if case .recording(let session, let end) = phase {
        end.cancel()
        _ = try? session.stop()
      }
      phase = .none
      loop = nil
    }
  }

  // What a burst says.

  extension Burst {
    var state: BurstState {
      switch phase {
      case .none: return BurstState(state: "none")
      case .recording:
        return BurstState(state: "recording", id: number, at: seconds, milliseconds: milliseconds)
      case .done(let recorded):
        return BurstState(
          state: recorded.wasCut ? "cut" : "done", id: number, at: seconds, milliseconds: milliseconds,
          spanNanoseconds: recorded.span, records: recorded.snapshot.records.count, lost: recorded.lost,
          bytes: recorded.snapshot.records.count * 32,
          handlers: merged(handlers(of: recorded)).prefix(Self.mostHandlers).map { row($0, recorded) })
      }
    }

    private var seconds: Double { Double(began) / 1000 }

    private func handlers(of recorded: Recorded) -> [HandlerProfile.Handler] {
      recorded.profile.handlers.filter { !$0.durations.isEmpty }
        .sorted { ($1.total, $0.site) < ($0.total, $1.site) }
    }

    /// Joins the handlers of one line and label. A line that subscribes to short-lived registries would otherwise have
    /// many rows.
    private func merged(_ handlers: [HandlerProfile.Handler]) -> [HandlerProfile.Handler] {
      var found: [[UInt32]: HandlerProfile.Handler] = [:]
      for handler in handlers {
        var whole = found[[handler.site, handler.label]] ?? handler
        if whole.registry != handler.registry {
          whole.durations += handler.durations
          whole.threads.formUnion(handler.threads)
        }
        found[[handler.site, handler.label]] = whole
      }
      return found.values.map { handler in
        var handler = handler
        handler.durations.sort()
        return handler
      }.sorted { ($1.total, $0.site, $0.label) < ($0.total, $1.site, $1.label) }
    }

    private func row(_ handler: HandlerProfile.Handler, _ recorded: Recorded) -> BurstState.Handler {
      BurstState.Handler(
        line: names.site(handler.site), label: description(handler.label, recorded), calls: handler.durations.count,
        medianNanoseconds: handler.median, longestNanoseconds: handler.longest, totalNanoseconds: handler.total,
        onMainThread: isOnMainThread(handler, recorded))
    }

    private func isOnMainThread(_ handler: HandlerProfile.Handler, _ recorded: Recorded) -> Bool {
      handler.threads.contains { number in
        let record = TraceRecord(kind: .lost, thread: number, time: 0)
        let thread = recorded.snapshot.symbols.thread(of: record)
        // The system gives the first thread of a process the number of the process. A program with an asynchronous
        // `main` has given up that thread, and workers of dispatch run the main queue. Their names tell their queues.
        return thread.id == UInt64(recorded.snapshot.header.processID) || thread.name.contains("com.apple.main-thread")
      }
    }

    /// What the last burst says about one registry; nil if there is no burst.
    func part(of registry: UInt32) -> BurstOfRegistry? {
      guard case .done(let recorded) = phase else { return nil }
      let causes = recorded.profile.causes.filter { $0.key.registry == registry }
        .sorted { ($1.value, $0.key.site) < ($0.value, $1.key.site) }
      let handlers = handlers(of: recorded).filter { $0.registry == registry }
      return BurstOfRegistry(
        id: number, at: seconds, spanNanoseconds: recorded.span, records: recorded.snapshot.records.count,
        lost: recorded.lost,
        from: causes.map { cause, count in
          BurstOfRegistry.Source(
            label: cause.from == 0 ? nil : name(of: cause.from, recorded), line: names.site(cause.site),
            registry: cause.from == 0 ? nil : cause.from, count: count)
        },
        to: handlers.map { handler in
          let target = handler.sends.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
          return BurstOfRegistry.Target(
            label: target.flatMap { name(of: $0, recorded) }, line: names.site(handler.site), registry: target,
            calls: handler.durations.count, medianNanoseconds: handler.median, longestNanoseconds: handler.longest,
            totalNanoseconds: handler.total)
        })
    }

    private func name(of registry: UInt32, _ recorded: Recorded) -> String? {
      recorded.profile.labels[registry].flatMap { description($0, recorded) }
    }

    /// Returns what names a signal or registry of the burst, or nil without a label.
    private func description(_ label: UInt32, _ recorded: Recorded) -> String? {
      if label == 0 { return nil }
      let label = recorded.snapshot.symbols.labels[Int(label)]
      return label.name == Names.hidden ? "\(label.type) \(Names.hidden)" : label.description
    }

    /// The burst as a file for Perfetto.
    func file() throws(RequestError) -> Response {
      guard case .done(var recorded) = phase else {
        throw RequestError(.notFound, "There is no burst: record one with POST /api/burst.")
      }
      if recorded.file == nil {
        recorded.file = try Self.encoded(recorded.snapshot)
        phase = .done(recorded)
      }
      var response = Response(recorded.file ?? ByteBuffer(), type: "application/octet-stream")
      response.fileName = "burst-\(recorded.snapshot.header.processID)-\(number).pftrace"
      return response
    }

    private static func encoded(_ snapshot: TraceSnapshot) throws(RequestError) -> ByteBuffer {
      let file = FileInMemory()
      do {
        let writer = PerfettoWriter(into: file)
        try writer.begin(snapshot.header)
        try writer.write(snapshot.records, snapshot.symbols)
        try writer.finish()
      } catch {
        throw RequestError(.internalServerError, "The burst cannot be written: \(error)")
      }
      return file.bytes.withLock { $0 }
    }

    private final class FileInMemory: PacketSink {
      let bytes = Mutex(ByteBuffer())

      func write(_ packets: UnsafeRawBufferPointer) { bytes.withLock { _ = unsafe $0.writeBytes(packets) } }

      func finish() {}
    }

    /// What the last burst lost, in sentences.
    var notCounted: [String] {
      guard case .done(let recorded) = phase, recorded.lost > 0 else { return [] }
      return ["The last burst lost \(recorded.lost) records, so its counts are too low: record for a shorter time."]
    }

    /// The handlers that held up the main thread for more than a millisecond.
    func slowHandlers(now: Double) -> [WarningList.Warning] {
      guard case .done(let recorded) = phase else { return [] }
      return handlers(of: recorded).filter { $0.longest > 1_000_000 && isOnMainThread($0, recorded) }.map { handler in
        WarningList.Warning(
          kind: "slow-handler", title: "A handler holds up the main thread",
          detail: """
            One of \(handler.durations.count) calls took \(Double(handler.longest / 10_000) / 100) ms in the burst of \
            \(Int(now - seconds)) s ago.
            """,
          remedy: "Move the work to a queue: subscribe(on: .queue(label: …)), or deliver(on:) before a slow operator.",
          line: names.site(handler.site), registry: handler.registry == 0 ? nil : handler.registry, since: seconds)
      }
    }

    func checkState(now: Double) -> String {
      switch phase {
      case .none: "needs a burst: record one"
      case .recording: "a burst is being recorded"
      case .done: "looked at in the burst of \(Int(now - seconds)) s ago"
      }
    }
  }
#endif
