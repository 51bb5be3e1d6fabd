internal import Synchronization

/// A subscription to live messages.
final class MemorySubscription: Sendable {
  let pattern: WirePattern
  let group: String?
  let line: MemoryLine
  let isCancelled = Atomic<Bool>(false)
  private let body: @Sendable (WireMessage) -> Void

  init(
    _ pattern: WirePattern, group: String?, line: MemoryLine, receive: @escaping @Sendable (WireMessage) -> Void
  ) {
    (self.pattern, self.group, self.line, body) = (pattern, group, line, receive)
  }

  /// Hands the message to the process, unless the process has cancelled. Called with no lock held.
  func receive(_ shared: SharedMessage) {
    if isCancelled.load(ordering: .acquiring) || line.isClosing.load(ordering: .acquiring) { return }
    body(shared.message)
  }
}

/// The subscriptions to live messages, by what they subscribe to.
struct MemoryRoutes {
  private struct Key: Hashable {
    var application: String
    var kind: WireSubject.Kind
    var name: String?
  }

  private var subscriptions: [Key: [MemorySubscription]] = [:]
  /// The number of subscriptions to all names.
  private var wildcards = 0
  /// Whose turn it is in each group, if the faults do not decide.
  private var turns: [String: Int] = [:]

  mutating func add(_ subscription: MemorySubscription) {
    if subscription.pattern.name == nil { wildcards += 1 }
    subscriptions[Self.key(subscription.pattern), default: []].append(subscription)
  }

  mutating func remove(_ subscription: MemorySubscription) {
    let key = Self.key(subscription.pattern)
    guard let index = subscriptions[key]?.firstIndex(where: { $0 === subscription }) else { return }
    subscriptions[key]?.remove(at: index)
    if subscriptions[key]?.isEmpty == true { subscriptions[key] = nil }
    if subscription.pattern.name == nil { wildcards -= 1 }
  }

  /// Adds to `recipients` all that receive a message about `subject`: the subscriptions without a group, and one of
  /// each group. O(recipients and members of their groups).
  mutating func collect(
    of subject: WireSubject, from sender: MemoryLine, into recipients: inout [MemorySubscription],
    _ faults: any MemoryFaults
  ) {
    var grouped: [MemorySubscription] = []
    var key = Key(application: subject.application, kind: subject.kind, name: subject.name)
    for pass in 0..<2 {
      if pass == 1 {
        if wildcards == 0 { break }
        key.name = nil
      }
      guard let found = subscriptions[key] else { continue }
      for subscription in found {
        if subscription.line === sender { continue }
        if let partition = subscription.pattern.partition, partition != subject.partition { continue }
        if subscription.group == nil { recipients.append(subscription) } else { grouped.append(subscription) }
      }
    }
    while let group = grouped.first?.group {
      let members = grouped.filter { $0.group == group }
      recipients.append(members[choice(of: members.count, in: group, faults)])
      if members.count == grouped.count { return }
      grouped.removeAll { $0.group == group }
    }
  }

  private mutating func choice(of count: Int, in group: String, _ faults: any MemoryFaults) -> Int {
    if count == 1 { return 0 }
    if let choice = faults.choice(of: count) { return choice }
    let turn = turns[group, default: 0]
    turns[group] = turn &+ 1
    return turn % count
  }

  private static func key(_ pattern: WirePattern) -> Key {
    Key(application: pattern.application, kind: pattern.kind, name: pattern.name)
  }
}
