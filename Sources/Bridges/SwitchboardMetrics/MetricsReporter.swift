#if Metrics
  public import Metrics
  public import Switchboard
  public import SwitchboardBroadcast
  internal import SwitchboardSignals
  internal import SwitchboardTracing

  /// Reports what the runtime holds and does to swift-metrics, until it is disposed or deallocated.
  ///
  /// | metric | kind | unit |
  /// |---|---|---|
  /// | `switchboard.registries` | gauge | live subjects, observers of cold signals, keys of boards, types of buses |
  /// | `switchboard.subscribers` | gauge | live subscriptions |
  /// | `switchboard.values` | gauge | values kept for later subscribers |
  /// | `switchboard.queue.depth` | gauge | values and events that wait for a delivery in progress |
  /// | `switchboard.bus.waiting` | gauge | events in the queues of the given buses |
  /// | `switchboard.bus.dropped` | gauge | events that full queues of the given buses have dropped so far |
  /// | `switchboard.sends` | counter | values and terminal events sent, with `countsSends` |
  /// | `switchboard.deliveries` | counter | handlers called, with `countsSends` |
  ///
  /// The gauges count the whole process, with the reporter's own subscriptions. They keep their last values when the
  /// reports end, because another reporter may have the same gauges.
  ///
  /// Cost: a report is O(live subscriptions and registries of the process) and ends the bias of registries to other
  /// threads. Sending costs nothing more, except with `countsSends`, which records a trace: a thread that sends faster
  /// than the records are counted waits then.
  /// Threading: every member may be called from any thread. The backend is called on the scheduler, on the threads that
  /// call ``report()``, and for the counters on a thread of their own. The backend must not dispose the reporter.
  public final class MetricsReporter: Disposable {
    private let gauges: [String: Gauge]
    private let buses: [EventBus]
    private let session: TraceSession?
    private let timer = SerialDisposable()
    /// The kept values of each registry by its number, as last seen.
    private let values = Lock<[UInt32: Int]>([:])

    /// Begins to report.
    ///
    /// - Parameters:
    ///   - interval: The time between two reports; the first report is made after the first interval.
    ///   - scheduler: Where reports are made.
    ///   - buses: The buses whose queues are reported. The reporter keeps them.
    ///   - countsSends: Whether to count sends and deliveries. A process has one trace session at a time.
    ///   - factory: The metrics backend.
    /// - Throws: ``TraceSessionError`` if `countsSends` and another session records.
    public init(
      every interval: Duration = .seconds(10), on scheduler: Scheduler = .queue(label: "switchboard.metrics"),
      buses: [EventBus] = [], countsSends: Bool = false, factory: any MetricsFactory = MetricsSystem.factory,
      fileID: StaticString = #fileID, line: UInt32 = #line
    ) throws {
      self.buses = buses
      let names = ["registries", "subscribers", "values", "queue.depth", "bus.waiting", "bus.dropped"]
      gauges = Dictionary(
        uniqueKeysWithValues: names.map { ($0, Gauge(label: "switchboard.\($0)", factory: factory)) })
      session = countsSends ? try TraceSession.stream(to: CountingSink(factory)) : nil
      let ticks: Signal<Int, Never> = .interval(interval, on: scheduler)
      timer.disposable = ticks.subscribe(fileID: fileID, line: line) { [weak self] _ in self?.report() }
    }

    deinit { dispose() }

    /// Reports now. Does nothing once the reports have ended.
    public func report() {
      if isDisposed { return }
      // Without this, subscriptions of deallocated owners without a lifetime would count until they are noticed.
      SweptChains.shared.sweep()
      let entries = LiveRegistries.all
      record("registries", entries.count)
      record("subscribers", entries.reduce(0) { $0 + $1.places.count { !$0.isDisposed } })
      record("values", keptValues(entries))
      record("queue.depth", entries.reduce(0) { $0 + $1.queued })
      let censuses = buses.map(\.census)
      record("bus.waiting", censuses.reduce(0) { $0 + $1.waiting })
      record("bus.dropped", censuses.reduce(0) { $0 + $1.dropped })
    }

    /// Ends the reports. When the call returns, the counters have everything that was sent before. A report that
    /// another thread makes meanwhile may still reach the gauges.
    public func dispose() {
      timer.dispose()
      // The sink throws nothing.
      _ = try? session?.stop()
    }

    /// Whether the reports have ended.
    public var isDisposed: Bool { timer.isDisposed }

    /// While a delivery is in progress, the number of a registry's values is not known. Then the last known number
    /// counts, because a busy registry would otherwise seem to lose its values.
    private func keptValues(_ entries: [CensusEntry]) -> Int {
      values.withLock { known in
        known = Dictionary(
          uniqueKeysWithValues: entries.compactMap { entry in
            (entry.values ?? known[entry.registry]).map { (entry.registry, $0) }
          })
        return known.values.reduce(0, +)
      }
    }

    private func record(_ name: String, _ value: Int) { gauges[name]?.record(value) }
  }

  /// Counts records instead of writing them.
  private final class CountingSink: UnlabelledSink {
    private let sends: Counter
    private let deliveries: Counter

    init(_ factory: any MetricsFactory) {
      sends = Counter(label: "switchboard.sends", factory: factory)
      deliveries = Counter(label: "switchboard.deliveries", factory: factory)
    }

    func begin(_ header: TraceHeader) {}

    func write(_ records: [TraceRecord], _ symbols: TraceSymbols) {
      sends.increment(by: records.count { $0.kind == .send })
      deliveries.increment(by: records.count { $0.kind == .deliver })
    }

    func finish() {}
  }
#else
  public import Switchboard

  /// Needs the trait `Metrics`, which downloads swift-metrics.
  @available(*, unavailable, message: "enable the trait Metrics: .package(…, traits: [\"Metrics\"])")
  public final class MetricsReporter {
    /// Takes what the initializer of the trait takes, so that the compiler's first message names the trait.
    public init(
      every interval: Duration = .zero, on scheduler: Scheduler? = nil, buses: [EventBus] = [],
      countsSends: Bool = false, factory: Any? = nil
    ) throws {}
  }
#endif
