import SwitchboardTracing

/// A trace that a test writes as code. Calls inside the braces of an activity happen during the activity. Each record
/// takes 100 ns.
final class Script {
  private(set) var snapshot: TraceSnapshot
  var thread: UInt32 = 1
  private var activities: [UInt32: [UInt64]] = [:]
  private var lastFlow: UInt64 = 0
  private var time: UInt64 = 5000

  init(hasClock: Bool = true) {
    snapshot = TraceSnapshot(
      header: TraceHeader(hasClock: hasClock, program: "/bin/app", processID: 7), symbols: TraceSymbols(), records: [])
  }

  static func trace(hasClock: Bool = true, _ tell: (Script) -> Void) -> TraceSnapshot {
    let script = Script(hasClock: hasClock)
    tell(script)
    return script.snapshot
  }

  /// Lets time pass.
  func wait(_ nanoseconds: UInt64) { time += nanoseconds }

  /// Records the calls of `tell` on another thread.
  func on(_ thread: UInt32, _ tell: () -> Void) {
    let before = self.thread
    self.thread = thread
    tell()
    self.thread = before
  }

  func send(
    _ label: String, _ registry: UInt32, at site: String, _ event: TraceEvent = .value, queued flow: UInt64? = nil,
    _ tell: () -> Void = {}
  ) {
    activity(.send, label, registry, site, event, flow, tell)
  }

  func start(_ label: String, at site: String, _ tell: () -> Void) {
    activity(.start, label, 0, site, .value, nil, tell)
  }

  func replay(_ label: String, _ registry: UInt32, at site: String, _ tell: () -> Void) {
    activity(.replay, label, registry, site, .value, nil, tell)
  }

  func arrive(at site: String, _ flow: UInt64, _ tell: () -> Void = {}) {
    activity(.arrive, "", 0, site, .value, flow, tell)
  }

  func deliver(
    _ subscription: UInt64, from registry: UInt32, at site: String, _ event: TraceEvent = .value, inner: Bool = false
  ) {
    add(.deliver, "", site) {
      $0.flow = flow
      $0.subscription = subscription
      $0.registry = registry
      $0.event = event
      $0.isIndirect = inner
    }
  }

  func subscribe(
    _ id: UInt64, _ label: String, _ registry: UInt32, at site: String, live: UInt64 = 1, inner: Bool = false
  ) {
    change(.subscribe, id, label, registry, site, live, inner)
  }

  func dispose(
    _ id: UInt64, _ label: String, _ registry: UInt32, at site: String, live: UInt64 = 0, inner: Bool = false
  ) {
    change(.dispose, id, label, registry, site, live, inner)
  }

  /// Records a queued event. Returns the flow of the send to come.
  func queue(_ label: String, _ registry: UInt32, at site: String) -> UInt64 { leave(.queue, label, registry, site) }

  /// Records a hop. Returns the flow of the arrival to come.
  func hop(at site: String, inner: Bool = false) -> UInt64 { leave(.hop, "", 0, site, inner) }

  func lose(_ count: UInt64) { add(.lost, "", "") { $0.count = count } }

  func close(_ label: String, _ registry: UInt32) { add(.close, label, "") { $0.registry = registry } }

  func ownerDeinit(_ label: String, bound: UInt64) { add(.ownerDeinit, label, "") { $0.count = bound } }

  /// Records the end of an activity that began before the trace.
  func strayEnd() { add(.end, "", "") { $0.flow = 999_999 } }

  /// Begins an activity that will have no end.
  func sendWithoutEnd(_ label: String, _ registry: UInt32, at site: String) {
    lastFlow += 1
    let flow = lastFlow
    add(.send, label, site) {
      $0.flow = flow
      $0.registry = registry
    }
    activities[thread, default: []].append(flow)
  }

  /// Forgets the open activities of the thread, whose ends were among the lost records.
  func forgetActivities() { activities[thread] = nil }

  private var flow: UInt64 { activities[thread]?.last ?? 0 }

  private func newFlow() -> UInt64 {
    lastFlow += 1
    return lastFlow
  }

  private var origins: [UInt64: UInt64] = [:]

  private func activity(
    _ kind: TraceKind, _ label: String, _ registry: UInt32, _ site: String, _ event: TraceEvent, _ waited: UInt64?,
    _ tell: () -> Void
  ) {
    let own = waited ?? newFlow()
    add(kind, label, site) {
      $0.flow = own
      $0.cause = waited.map { origins[$0] ?? 0 } ?? flow
      $0.registry = registry
      $0.event = event
      $0.isIndirect = kind == .send && waited != nil
    }
    activities[thread, default: []].append(own)
    tell()
    activities[thread]?.removeLast()
    add(.end, "", "") { $0.flow = own }
  }

  private func leave(
    _ kind: TraceKind, _ label: String, _ registry: UInt32, _ site: String, _ inner: Bool = false
  ) -> UInt64 {
    let own = newFlow()
    origins[own] = flow
    add(kind, label, site) {
      $0.flow = own
      $0.cause = flow
      $0.registry = registry
      $0.isIndirect = inner
    }
    return own
  }

  private func change(
    _ kind: TraceKind, _ id: UInt64, _ label: String, _ registry: UInt32, _ site: String, _ live: UInt64, _ inner: Bool
  ) {
    add(kind, label, site) {
      $0.flow = flow
      $0.subscription = id
      $0.registry = registry
      $0.count = registry == 0 ? 0 : live
      $0.isIndirect = inner
    }
  }

  private func add(_ kind: TraceKind, _ label: String, _ site: String, _ fill: (inout TraceRecord) -> Void) {
    while snapshot.symbols.threads.count < thread {
      let number = UInt32(snapshot.symbols.threads.count + 1)
      snapshot.symbols.threads.append(TraceThread(number: number, id: UInt64(100 + number), name: "worker"))
    }
    var record = TraceRecord(kind: kind, thread: thread, time: time)
    record.label = number(of: label)
    record.site = number(ofSite: site)
    fill(&record)
    snapshot.records.append(record)
    time += 100
  }

  private func number(of label: String) -> UInt32 {
    guard !label.isEmpty else { return 0 }
    let label =
      label == "Operator"
      ? TraceLabel(type: label, name: nil) : TraceLabel(type: "PublishSubject<Int, Never>", name: label)
    if let index = snapshot.symbols.labels.firstIndex(of: label) { return UInt32(index) }
    snapshot.symbols.labels.append(label)
    return UInt32(snapshot.symbols.labels.count - 1)
  }

  private func number(ofSite text: String) -> UInt32 {
    if text.isEmpty { return 0 }
    let colon = text.lastIndex(of: ":") ?? text.endIndex
    let site = TraceSite(fileID: String(text[..<colon]), line: UInt32(text[colon...].dropFirst()) ?? 0)
    if let index = snapshot.symbols.sites.firstIndex(of: site) { return UInt32(index) }
    snapshot.symbols.sites.append(site)
    return UInt32(snapshot.symbols.sites.count - 1)
  }
}

extension Script {
  /// Returns a trace of two subscriptions. The first sends again while it is called, the second ends.
  static func small(extra: Bool = false, swapped: Bool = false, hasClock: Bool = true) -> TraceSnapshot {
    trace(hasClock: hasClock) { t in
      t.subscribe(1, "ticks", 5, at: "App/Form.swift:12", live: 1)
      t.subscribe(2, "ticks", 5, at: "App/View.swift:30", live: 2)
      if extra { t.subscribe(3, "ticks", 5, at: "App/Leak.swift:77", live: 3) }
      t.send("ticks", 5, at: "App/Clock.swift:8") {
        for id in swapped ? [2, 1] : [1, 2] as [UInt64] {
          t.deliver(id, from: 5, at: id == 1 ? "App/Form.swift:12" : "App/View.swift:30")
          if id == 1 { t.send("total", 6, at: "App/Form.swift:13") }
        }
      }
      t.dispose(2, "ticks", 5, at: "App/View.swift:30", live: 1)
    }
  }
}
