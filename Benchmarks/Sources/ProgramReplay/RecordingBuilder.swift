/// A builder that reconstructs the operations on registries from the records of a trace. O(1) per record; memory grows
/// with the operations.
///
/// A subscriber whose beginning is not in the trace shows when it receives a value or leaves. A registry's own count of
/// its subscribers shows how many others there were. Both kinds join before the first operation.
public struct RecordingBuilder {
  /// The meaning of the numbers in records.
  public struct Names {
    /// Returns the name of a label, if the program gave one, and its type.
    public var label: (UInt32) -> (name: String?, type: String)
    /// Returns a source line as text; nil if it is unknown.
    public var line: (UInt32) -> String?

    public init(label: @escaping (UInt32) -> (name: String?, type: String), line: @escaping (UInt32) -> String?) {
      self.label = label
      self.line = line
    }
  }

  private struct Tally {
    var number: UInt32
    var label: UInt32 = 0
    var site: UInt32 = 0
    var deliveries = 0
    var queued = 0
    var threads: Set<UInt32> = []
    var senders: Set<UInt32> = []
    /// Subscribers that showed later and whose beginning is not in the trace.
    var known = 0
    /// The recorded subscriptions minus the recorded disposals.
    var change = 0
    /// The least number of subscribers before the first record, by the registry's own counts.
    var before: Int?
    var hasEnded = false
  }

  private struct Subscription {
    let registry: Int
    let index: Int
    var isAlive = true
  }

  private var tallies: [Tally] = []
  private var indices: [UInt32: Int] = [:]
  private var subscriptions: [UInt64: Subscription] = [:]
  private var subscriptionCount = 0
  private var start: [Operation] = []
  private var operations: [Operation] = []
  /// The sends in progress, with the registries that they have reached.
  private var sends: [UInt64: [Int]] = [:]
  private var replays: Set<UInt64> = []
  private var lost: UInt64 = 0

  public init() {}

  public mutating func add(_ event: RecordedEvent) {
    switch event.kind {
    case .send(let isLast): beginSend(event, isLast: isLast)
    case .replay: if event.flow != 0 { replays.insert(event.flow) }
    case .activity: break
    case .end:
      sends[event.flow] = nil
      replays.remove(event.flow)
    case .deliver: deliver(event)
    case .subscribe: subscribe(event)
    case .dispose: dispose(event)
    case .queue:
      guard event.registry != 0 else { return }
      let registry = registry(of: event)
      tallies[registry].queued += 1
      tallies[registry].senders.insert(event.thread)
      tallies[registry].threads.insert(event.thread)
    // Counts in a damaged file can be anything.
    case .lost: lost = lost.addingReportingOverflow(event.count).overflow ? .max : lost + event.count
    }
  }

  private mutating func beginSend(_ event: RecordedEvent, isLast: Bool) {
    var reached: [Int] = []
    if event.registry != 0 {
      let registry = registry(of: event)
      send(to: registry, event)
      if isLast { tallies[registry].hasEnded = true }
      reached.append(registry)
    }
    if event.flow != 0 { sends[event.flow] = reached }
  }

  private mutating func send(to registry: Int, _ event: RecordedEvent) {
    operations.append(Operation(.send, registry: registry))
    tallies[registry].senders.insert(event.thread)
    tallies[registry].threads.insert(event.thread)
  }

  private mutating func deliver(_ event: RecordedEvent) {
    // A delivery without a registry goes from a chain of operators to its handler.
    guard event.registry != 0 else { return }
    let registry = registry(of: event)
    if subscriptions[event.subscription] == nil { addEarlier(event.subscription, of: registry) }
    // What a new subscriber missed comes from the subject's memory, not from a walk over the subscribers.
    if replays.contains(event.flow) { return }
    tallies[registry].deliveries += 1
    // A bus delivers one event to several registries.
    if let reached = sends[event.flow], !reached.contains(registry) {
      sends[event.flow] = reached + [registry]
      send(to: registry, event)
    }
  }

  private mutating func subscribe(_ event: RecordedEvent) {
    guard event.registry != 0, subscriptions[event.subscription] == nil else { return }
    let registry = registry(of: event)
    change(registry, by: 1, event)
    if tallies[registry].site == 0 { tallies[registry].site = event.site }
    operations.append(Operation(.subscribe, registry: registry, subscription: insert(event.subscription, registry)))
  }

  private mutating func dispose(_ event: RecordedEvent) {
    guard event.registry != 0 else { return }
    let registry = registry(of: event)
    if subscriptions[event.subscription] == nil { addEarlier(event.subscription, of: registry) }
    guard let subscription = subscriptions[event.subscription], subscription.isAlive else { return }
    subscriptions[event.subscription]?.isAlive = false
    change(registry, by: -1, event)
    operations.append(Operation(.dispose, registry: subscription.registry, subscription: subscription.index))
  }

  private mutating func change(_ registry: Int, by change: Int, _ event: RecordedEvent) {
    tallies[registry].threads.insert(event.thread)
    tallies[registry].change += change
    // When a registry ends, its count is 0 before its subscribers are disposed one by one.
    guard !tallies[registry].hasEnded else { return }
    let before = max(Int(clamping: event.count).subtractingReportingOverflow(tallies[registry].change).partialValue, 0)
    tallies[registry].before = min(tallies[registry].before ?? before, before)
  }

  private mutating func addEarlier(_ subscription: UInt64, of registry: Int) {
    tallies[registry].known += 1
    start.append(Operation(.subscribe, registry: registry, subscription: insert(subscription, registry)))
  }

  private mutating func insert(_ id: UInt64, _ registry: Int) -> Int {
    defer { subscriptionCount += 1 }
    subscriptions[id] = Subscription(registry: registry, index: subscriptionCount)
    return subscriptionCount
  }

  private mutating func registry(of event: RecordedEvent) -> Int {
    let index = indices[event.registry] ?? tallies.count
    if index == tallies.count {
      tallies.append(Tally(number: event.registry))
      indices[event.registry] = index
    }
    if tallies[index].label == 0 { tallies[index].label = event.label }
    return index
  }

  /// Returns the program of the records added so far. O(operations).
  public func program(_ name: String, _ names: Names) -> RecordedProgram {
    var start = start
    var subscriptionCount = subscriptionCount
    for (index, tally) in tallies.enumerated() {
      // A damaged file may count anything; a real registry has not more subscribers than this.
      let others = min(max((tally.before ?? 0) - tally.known, 0), 1 << 20)
      for _ in 0..<others {
        start.append(Operation(.subscribe, registry: index, subscription: subscriptionCount))
        subscriptionCount += 1
      }
    }
    let labels = tallies.map { names.label($0.label) }
    let texts = labels.map { $0.name ?? ($0.type.isEmpty ? "without a name" : $0.type) }
    let repeated = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
    var registries = tallies.indices.map { index in
      let text = texts[index]
      return RecordedRegistry(
        number: tallies[index].number, name: repeated[text] == 1 ? text : "\(text) #\(tallies[index].number)",
        label: text, type: labels[index].type, line: names.line(tallies[index].site),
        deliveries: tallies[index].deliveries, threads: tallies[index].threads.count,
        sendingThreads: tallies[index].senders.count, queuedSends: tallies[index].queued)
    }
    RegistryCounts(start, operations, registries: registries.count).add(to: &registries)
    return RecordedProgram(
      name: name, registries: registries, start: start, operations: operations, subscriptions: subscriptionCount,
      lost: lost, threads: tallies.reduce(into: Set()) { $0.formUnion($1.threads) }.count)
  }
}

/// The numbers of subscribers over a sequence of operations.
private struct RegistryCounts {
  private var before: [Int]
  private var most: [Int]
  private var sends: [[Int: Int]]
  private var subscribes: [Int]
  private var disposals: [Int]

  init(_ start: [Operation], _ operations: [Operation], registries: Int) {
    var occupancy = Occupancy(registries: registries)
    for operation in start { occupancy.apply(operation) }
    before = occupancy.counts
    most = before
    sends = [[Int: Int]](repeating: [:], count: registries)
    subscribes = [Int](repeating: 0, count: registries)
    disposals = subscribes
    for operation in operations {
      let index = Int(operation.registry)
      occupancy.apply(operation)
      most[index] = max(most[index], occupancy.counts[index])
      switch operation.kind {
      case .subscribe: subscribes[index] += 1
      case .dispose: disposals[index] += 1
      case .send: sends[index][occupancy.counts[index], default: 0] += 1
      }
    }
  }

  func add(to registries: inout [RecordedRegistry]) {
    for index in registries.indices {
      registries[index].subscribersBefore = before[index]
      registries[index].mostSubscribers = most[index]
      registries[index].subscribes = subscribes[index]
      registries[index].disposals = disposals[index]
      registries[index].sends = sends[index].values.reduce(0, +)
      registries[index].medianSubscribersAtSends = Self.median(sends[index])
    }
  }

  /// Returns the lower median of numbers that occur as often as their values say.
  private static func median(_ numbers: [Int: Int]) -> Int? {
    let total = numbers.values.reduce(0, +)
    var passed = 0
    for (number, count) in numbers.sorted(by: { $0.key < $1.key }) {
      passed += count
      if 2 * passed >= total { return number }
    }
    return nil
  }
}
