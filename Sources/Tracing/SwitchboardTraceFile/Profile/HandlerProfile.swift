package import SwitchboardTracing

/// How long handlers ran in a trace, and which registries cause which others to send.
package struct HandlerProfile: Sendable {
  /// The calls of the handlers of one line, for one registry.
  package struct Handler: Sendable {
    /// The registry that delivered; 0 if the subscription is that of a cold signal.
    package var registry: UInt32
    package var site: UInt32
    package var label: UInt32
    /// The nanoseconds of each call, ascending. Calls that the trace cuts off are missing.
    package var durations: [UInt64] = []
    /// The number of sends that the calls made, by the registry that sent.
    package var sends: [UInt32: Int] = [:]
    /// The threads that called.
    package var threads: Set<UInt32> = []

    package var total: UInt64 { durations.reduce(0, +) }
    /// The middle duration; 0 without a call.
    package var median: UInt64 { durations.isEmpty ? 0 : durations[durations.count / 2] }
    package var longest: UInt64 { durations.last ?? 0 }
  }

  /// The sends of one registry that have one cause.
  package struct Cause: Hashable, Sendable {
    /// The registry that sent.
    package var registry: UInt32
    /// The registry whose handler sent; 0 if no handler is known.
    package var from: UInt32
    /// The line of that handler's subscription, or the line that sent if no handler is known.
    package var site: UInt32
  }

  /// The handlers, in no particular order.
  package var handlers: [Handler]
  /// The number of sends by cause.
  package var causes: [Cause: Int]
  /// The number of the label of each registry that appears.
  package var labels: [UInt32: UInt32]

  /// Reads the records of a trace with a clock. O(records); memory grows with what is open, and with the calls.
  package init(_ records: [TraceRecord]) {
    var builder = HandlerProfileBuilder()
    for record in records { builder.add(record) }
    self = builder.profile
  }

  init(handlers: [Handler], causes: [Cause: Int], labels: [UInt32: UInt32]) {
    (self.handlers, self.causes, self.labels) = (handlers, causes, labels)
  }
}

private struct HandlerProfileBuilder {
  private struct Key: Hashable {
    var registry: UInt32
    var site: UInt32
  }

  /// A handler that is running, or that queued work.
  private struct Place {
    var registry: UInt32
    var site: UInt32
  }

  private var nesting = Nesting()
  private var handlers: [Key: HandlerProfile.Handler] = [:]
  private var causes: [HandlerProfile.Cause: Int] = [:]
  private var labels: [UInt32: UInt32] = [:]
  /// The handlers that queued work which has not continued yet, by the flow of the work.
  private var waiting: [UInt64: Place] = [:]
  /// The origins of the activities that continue such work.
  private var origins: [UInt64: Place] = [:]

  mutating func add(_ record: TraceRecord) {
    var cause: Place?
    switch record.kind {
    case .queue, .hop, .send, .arrive, .start, .replay: cause = place(in: nesting.thread(of: record).frames)
    default: break
    }
    _ = nesting.advance(record)
    let closed = nesting.closed
    for index in closed.indices { close(closed[index], around: closed[(index + 1)...], at: record.time) }
    if record.registry != 0, record.label != 0 { labels[record.registry] = record.label }
    switch record.kind {
    case .queue, .hop: waiting[record.flow] = cause
    case .send, .arrive, .start, .replay:
      cause = waiting.removeValue(forKey: record.flow) ?? cause
      origins[record.flow] = cause
      if record.kind == .send { addSend(record, cause) }
    case .deliver:
      // The registry's delivery to a chain of operators encloses the delivery at the end of the chain, which has the
      // same line. Only the inner one is a call of the program's handler.
      if record.registry == 0 { nesting.setTag(1, onFrameAround: record) }
    default: break
    }
  }

  private func place(in frames: [Nesting.Frame]) -> Place? {
    guard let last = frames.last else { return nil }
    if last.record.kind != .deliver { return origins[last.record.flow] }
    return Place(registry: registry(of: last, in: frames[...]), site: last.record.site)
  }

  /// Returns the registry that delivers to a frame. For the end of a chain, that is the registry of the delivery
  /// around.
  private func registry(of frame: Nesting.Frame, in around: some BidirectionalCollection<Nesting.Frame>) -> UInt32 {
    if frame.record.registry != 0 { return frame.record.registry }
    return around.last { $0.record.kind == .deliver && $0.record.registry != 0 }?.record.registry ?? 0
  }

  private mutating func addSend(_ record: TraceRecord, _ cause: Place?) {
    let site = cause?.site ?? record.site
    causes[HandlerProfile.Cause(registry: record.registry, from: cause?.registry ?? 0, site: site), default: 0] += 1
    guard let cause else { return }
    let key = Key(registry: cause.registry, site: cause.site)
    handlers[key, default: .init(registry: cause.registry, site: cause.site, label: 0)]
      .sends[record.registry, default: 0] += 1
  }

  /// - Parameter around: The frames that ended at the same moment and enclose `frame`, innermost first.
  private mutating func close(_ frame: Nesting.Frame, around: ArraySlice<Nesting.Frame>, at time: UInt64) {
    let record = frame.record
    if record.kind != .deliver {
      origins[record.flow] = nil
      return
    }
    guard frame.tag == 0, let duration = frame.duration(until: time) else { return }
    let registry = registry(of: frame, in: nesting.thread(of: record).frames + around.reversed())
    let key = Key(registry: registry, site: record.site)
    var handler = handlers[key] ?? .init(registry: registry, site: record.site, label: 0)
    if handler.label == 0 { handler.label = record.label }
    handler.threads.insert(record.thread)
    handlers[key] = nil
    handler.durations.append(duration)
    handlers[key] = handler
  }

  var profile: HandlerProfile {
    HandlerProfile(
      handlers: handlers.values.map { handler in
        var sorted = handler
        sorted.durations.sort()
        return sorted
      }, causes: causes, labels: labels)
  }
}
