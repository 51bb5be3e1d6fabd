public import SwitchboardBroadcast

/// One side of a two-way binding: a property, an end of a channel, or a property of an object.
///
/// Each side sends every write with its ``Stamp`` to the other side. A side that keeps a value takes a write with a
/// later stamp, and refuses an earlier write or a write that it has. So a write never returns to the side that sent it,
/// on whichever threads the writes happen and whatever circle the bindings form. When all deliveries are done, every
/// side has the last write.
@usableFromInline
protocol TwoWayEnd<Value>: Sendable {
  associatedtype Value: Sendable

  /// Returns the value that the other side begins with; nil if there is no value yet.
  func current() -> Change<Value>?
  /// Begins the binding. Returns whether this side gives the other side its first value without further calls, now or
  /// later.
  func begin() -> Bool
  /// Takes a write of the partner.
  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32)
  /// Takes the value that the partner has when the binding begins. A property takes this value even if the property was
  /// written later, and gives it a new stamp then. A channel passes the value on unless a later write has passed.
  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32)

  /// Subscribes to every later change, silent changes included. `onEnd` gets the error with which this side fails, or
  /// nil if this side completes.
  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable ((any Error)?) -> Void)

  /// Ends this side with the partner, if this side can end. `error` is nil if the partner completed or was deallocated.
  func partnerEnded(_ error: (any Error)?, fileID: StaticString, line: UInt32)

  /// Returns a closure that finds this side until it is deallocated. The closure keeps this side alive if `other`,
  /// which holds the closure, should keep it. Two sides never keep each other alive.
  func reference(from other: any TwoWayEnd) -> @Sendable () -> Self?

  var identity: ObjectIdentifier { get }

  var bindings: BindingList { get }
}

extension TwoWayEnd where Self: AnyObject {
  @inlinable var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

extension TwoWayEnd {
  @inlinable func begin() -> Bool { false }

  /// Binds this side to `right`. This side takes the value of `right` first; if `right` has no value, `right` takes the
  /// value of this side.
  @inlinable
  func bind<Right: TwoWayEnd>(
    toRight right: Right, fileID: StaticString, line: UInt32, isFree: (Chain) -> Bool = { _ in true }
  ) -> Subscription where Right.Value == Value {
    let chain = Chain()
    Probe.subscribed(chain, name: nil, fileID: fileID, line: line)
    Probe.formed(chain, as: .binding)
    // Each pair is in one of the two lists only, whichever side is on the left.
    if identity < right.identity {
      bindings.take(right.identity, for: chain, of: identity)
    } else {
      right.bindings.take(identity, for: chain, of: right.identity)
    }
    require(isFree(chain), alreadyBound)
    Self.pass(from: right, to: self, chain, fileID: fileID, line: line)
    Self.pass(from: self, to: right, chain, fileID: fileID, line: line)
    if chain.isDisposed { return Subscription(chain) }
    if right.begin() { return Subscription(chain) }
    if let change = right.current() {
      adopt(change, fileID: fileID, line: line)
    } else if let change = current() {
      right.adopt(change, fileID: fileID, line: line)
    }
    return Subscription(chain)
  }

  @inlinable
  static func pass<Source: TwoWayEnd, Target: TwoWayEnd>(
    from source: Source, to target: Target, _ chain: Chain, fileID: StaticString, line: UInt32
  ) where Source.Value == Target.Value {
    let target = target.reference(from: source)
    let branch = Branch(onLoss: { [weak chain] _ in
      guard let chain, !chain.isDisposed else { return }
      chain.dispose()
      target()?.partnerEnded(nil, fileID: fileID, line: line)
    })
    chain.add(branch)
    if chain.isDisposed { return }
    source.attachChanges(
      branch,
      { change in
        if chain.isDisposed { return }
        Probe.reached(chain)
        target()?.receive(change, fileID: fileID, line: line)
      },
      { error in if chain.finish() { target()?.partnerEnded(error, fileID: fileID, line: line) } })
  }
}

/// The bindings of one side. A two-way binding is in the list with its other side as partner. The binding that sets a
/// property to the values of a signal is in the list with the property itself as partner. Cost: O(bindings of the
/// side).
@usableFromInline
final class BindingList: Sendable {
  private struct Entry {
    let partner: ObjectIdentifier
    weak var binding: SubscriptionNode?
  }

  private let entries = Lock<[Entry]>([])

  /// Stores `binding`, a two-way binding of the side `own` with `partner`.
  @usableFromInline
  func take(_ partner: ObjectIdentifier, for binding: SubscriptionNode, of own: ObjectIdentifier) {
    require(
      own != partner,
      "cannot bind a value to itself; bind two different properties, or the two ends of a channel")
    require(
      take(partner, for: binding),
      """
      the two sides are already bound to each other, and would pass each value on twice; dispose the first binding \
      before the second
      """)
  }

  /// Stores `binding`. Returns false if another binding with the same partner has not ended.
  func take(_ partner: ObjectIdentifier, for binding: SubscriptionNode) -> Bool {
    let (isTaken, seen) = entries.withLock { entries -> (Bool, [SubscriptionNode]) in
      // Returned out of the lock: releasing the last reference to a subscription releases what the subscription holds.
      var seen: [SubscriptionNode] = []
      entries.removeAll { entry in
        guard let binding = entry.binding else { return true }
        seen.append(binding)
        return binding.isDisposed
      }
      if entries.contains(where: { $0.partner == partner }) { return (false, seen) }
      entries.append(Entry(partner: partner, binding: binding))
      return (true, seen)
    }
    keepAlive(seen)
    return isTaken
  }
}
