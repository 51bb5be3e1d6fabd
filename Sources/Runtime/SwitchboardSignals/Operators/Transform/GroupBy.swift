internal import SwitchboardBroadcast
import Synchronization

/// A signal of the values that have one key in common.
public struct KeyedSignal<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: SignalProtocol {
  /// What the values have in common.
  public let key: Key
  /// The values with this key. Hot: a subscriber misses the values that were sent before it subscribed.
  public let signal: Signal<Value, Failure>

  init(key: Key, signal: Signal<Value, Failure>) { (self.key, self.signal) = (key, signal) }
}

extension SignalProtocol {
  /// Sends a signal for each key, before the first value with that key is sent.
  ///
  /// A subscriber that subscribes while the signal is handed over gets all values with the key. A later subscriber gets
  /// the values that come after its subscription. The groups end with the terminal event of the source, in the order in
  /// which they began. After the subscription is disposed, the groups send nothing more. Keys are hashed and compared
  /// with no lock held (promise R4).
  ///
  /// Cost: one look-up and one send through a subject per value; a subject and its number per key, until the source
  /// ends. At the end of the source, the groups are sorted.
  ///
  /// - Parameter key: Returns what the values of a group have in common. Called once with each value, on the sending
  ///   thread.
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) -> Key
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    groups(by: key) { _, group, key in (KeyedSignal(key: key, signal: group.subject.signal), {}) }
  }

  /// Groups values by key, and forgets a group when the signal that `end` returns for it sends or completes. The group
  /// then completes, and the next value with its key begins a new group. See ``groupBy(_:)``.
  ///
  /// ```swift
  /// requests.groupBy(\.user, until: { $0.debounce(.seconds(60), on: .main) })  // forgets users who are idle
  /// ```
  ///
  /// For keys that never come again, which ``groupBy(_:)`` would keep until the source ends. A group sends at least its
  /// first value, also if the ending signal sends inside its subscription. The ending signal is subscribed to after the
  /// group is handed over, and before the group sends its first value. If the ending signal fails, or ends without a
  /// terminal event, the group lasts until the source ends, as in `take(until:)`. A value that comes while another
  /// thread ends its group begins the next group. The deliveries of each group are serial, whatever threads the signals
  /// send on (promise R6).
  ///
  /// Cost: that of ``groupBy(_:)``; a subscription per group. The subscribers of a group are released when it ends; its
  /// key is released at the next value of the source.
  ///
  /// Source: Rx `groupByUntil`, RxJS `groupBy` with a duration.
  ///
  /// - Parameters:
  ///   - key: Returns what the values of a group have in common. Called once with each value, on the sending thread.
  ///   - end: Returns the signal whose first value or completion ends the group. Called once for each group.
  public func groupBy<Key: Hashable & Sendable, End: SignalProtocol>(
    _ key: @escaping @Sendable (Value) -> Key,
    until end: @escaping @Sendable (_ group: KeyedSignal<Key, Value, Failure>) -> End
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    groups(by: key) { groups, group, key in
      let keyed = KeyedSignal(key: key, signal: group.subject.signal)
      return (keyed, { groups.watch(group, key, until: end(keyed).signal) })
    }
  }

  /// Groups values by key, and forgets a group when its last subscriber has left, or when it never had one. The group
  /// then completes, and the next value with its key begins a new group. See ``groupBy(_:)``.
  ///
  /// ```swift
  /// readings.groupBy(\.sensor, whileObserved: true).flatMap { $0.take(10) }  // each ten values are a group
  /// ```
  ///
  /// Subscribe to a group inside the handler that gets it. If nobody has subscribed when the handler returns, this
  /// operator forgets the group, and nobody gets the group's first value. `delay` behind this operator hands each group
  /// on too late, so each value begins a new group; so does a `concatMap` while it waits. A subscriber may leave inside
  /// that handler, and another one may come: the group lives on. If another thread disposes the last subscription while
  /// a value comes, the value begins the next group, or nobody gets it. An owner without a `Lifetime` leaves when a
  /// later value of the group finds that the owner is gone; nobody gets that value either.
  ///
  /// Cost: that of ``groupBy(_:)``; two allocations per subscription to a group. The key of a forgotten group is
  /// released at the next value of the source.
  ///
  /// Source: RxJava `groupBy`.
  ///
  /// - Parameters:
  ///   - key: Returns what the values of a group have in common. Called once with each value, on the sending thread.
  ///   - forgetsGroups: Whether groups are forgotten. False is ``groupBy(_:)``.
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Value) -> Key, whileObserved forgetsGroups: Bool
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    if !forgetsGroups { return groupBy(key) }
    return groups(by: key) { groups, group, key in
      // Weak: the subscribers keep the audience, and must not keep the subject that they end with.
      let audience = Audience { [weak groups, weak group] in
        guard let group else { return }
        groups?.forget(group, key)
        group.beganOrEnded()
      }
      let attach = group.subject.signal.attach
      let signal = Signal<Value, Failure>(attach: { sink, chain in
        // A chain that has ended leaves at once: it is counted in before.
        audience.enter()
        chain.add(ActionDisposable(audience.leave))
        if !chain.isDisposed { attach(sink, chain) }
      })
      return (KeyedSignal(key: key, signal: signal), audience.leave)
    }
  }

  /// - Parameter open: Returns the signal of a new group, and what to do when it was handed over.
  private func groups<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Value) -> Key,
    open:
      @escaping @Sendable (Groups<Key, Value, Failure>, KeyedGroup<Value, Failure>, Key) -> (
        KeyedSignal<Key, Value, Failure>, isHandedOver: @Sendable () -> Void
      )
  ) -> Signal<KeyedSignal<Key, Value, Failure>, Failure> {
    let source = signal
    return Signal<KeyedSignal<Key, Value, Failure>, Failure>(attach: { sink, chain in
      let groups = Groups<Key, Value, Failure>(chain)
      // A closure of its own, because a closure in generic code looks up the metadata of all types in it whenever it
      // is called, and most values have a group.
      let begin: @Sendable (Key, Value) -> Void = { key, value in
        let group = groups.open(key)
        let (keyed, isHandedOver) = open(groups, group, key)
        sink.value(keyed)
        if chain.isDisposed { return }
        isHandedOver()
        group.subject.send(value)
        group.beganOrEnded()
      }
      source.attach(
        Sink(
          value: { value in
            let key = key(value)
            if !groups.accepts(value, key) { begin(key, value) }
          },
          terminal: { terminal in
            for group in groups.inOrder { group.subject.send(terminal) }
            if !chain.isDisposed { sink.terminal(terminal) }
          }), chain)
    })
  }
}

/// Counts the subscribers of a group, and the handover as one of them.
private final class Audience: Sendable {
  private let count = Atomic<Int>(1)
  private let isGone = Flag()
  private let onLeft: @Sendable () -> Void

  init(onLeft: @escaping @Sendable () -> Void) { self.onLeft = onLeft }

  @Sendable func enter() { count.add(1, ordering: .relaxed) }

  @Sendable func leave() {
    if count.subtract(1, ordering: .acquiringAndReleasing).newValue == 0, isGone.raise() { onLeft() }
  }
}

/// The groups of a subscription. They end with the source, or before it.
///
/// Sound: only the sink of the source, which is called one call at a time, accesses `byKey` and `count`; `ended` has a
/// lock, and `hasEnded` is atomic. Other threads that end a group only note its key, so that keys are hashed with no
/// lock held (promise R4).
private final class Groups<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: @unchecked Sendable {
  typealias Group = KeyedGroup<Value, Failure>

  /// The groups, each a ``Group``: a look-up by code that does not know the type would find the type's metadata first.
  @safe @exclusivity(unchecked) private var byKey: [Key: AnyObject] = [:]
  private var count = 0
  private let ended = Lock<[(key: Key, group: Group)]>([])
  private let hasEnded = Atomic<Bool>(false)
  private let chain: Chain
  /// The subscriptions to the ending signals. Removing one is O(members) in a chain, but not in a composite.
  private let sides = CompositeDisposable()

  init(_ chain: Chain) {
    self.chain = chain
    chain.add(sides)
  }

  /// The groups in the order in which they began, never in hash order (promise R1).
  var inOrder: [Group] { byKey.values.map(Self.group).sorted { $0.number < $1.number } }

  private static func group(_ object: AnyObject) -> Group { unsafe unsafeDowncast(object, to: Group.self) }

  func open(_ key: Key) -> Group {
    let group = Group(count, PublishSubject(partOf: chain, as: KeyedSignal<Key, Value, Failure>.self))
    count += 1
    byKey[key] = group
    return group
  }

  func watch<Ended, Failed>(_ group: Group, _ key: Key, until end: Signal<Ended, Failed>) {
    let side = Branch(onLoss: { _ in })
    _ = side.mark(Branch.side)
    Probe.adopted(side, by: chain)
    sides.add(side)
    // Weak: this object keeps the chain, and the ending signal may outlive the source.
    let isDue: @Sendable () -> Void = { [weak self] in
      if !side.finish() { return }
      self?.forget(group, key)
      group.beganOrEnded()
    }
    end.attach(
      Sink(value: { _ in isDue() }, terminal: { $0.isError ? _ = side.finish() : isDue() }), side)
  }

  /// Sends `value` in the group of `key`. Returns false if there is no such group, or if it has ended.
  func accepts(_ value: Value, _ key: Key) -> Bool {
    if hasEnded.load(ordering: .relaxed) { removeEnded() }
    guard let group = byKey[key] else { return false }
    return Self.group(group).subject.accepts(value)
  }

  /// Notes, on any thread, that a group has ended.
  func forget(_ group: Group, _ key: Key) {
    ended.withLock { $0.append((key, group)) }
    hasEnded.store(true, ordering: .releasing)
  }

  private func removeEnded() {
    hasEnded.store(false, ordering: .relaxed)
    let removed = ended.exchange([])
    for (key, group) in removed where byKey[key] === group { byKey[key] = nil }
  }
}

/// A group, and its place in the order in which the groups of a subscription began.
private final class KeyedGroup<Value: Sendable, Failure: Error>: Sendable {
  let number: Int
  let subject: PublishSubject<Value, Failure>
  private let hasBegunOrIsDue = Atomic<Bool>(false)

  init(_ number: Int, _ subject: PublishSubject<Value, Failure>) { (self.number, self.subject) = (number, subject) }

  /// Called when the first value was sent, and when the group is to end. The second of the two completes the group.
  func beganOrEnded() {
    if hasBegunOrIsDue.exchange(true, ordering: .acquiringAndReleasing) { subject.sendCompleted() }
  }
}
