import SwitchboardBroadcast

/// One side of a two-way binding: a property, an end of a channel, an object's property.
///
/// The two tell each other each write with its ``Stamp``. Whoever keeps a value takes a later write and refuses an earlier one,
/// or one it has; so what a side tells its partner never comes back to it, in whatever threads and in whatever circle of
/// bindings, and when all is delivered the last write is everywhere.
protocol TwoWayEnd<Value>: Sendable {
  associatedtype Value: Sendable

  /// What the other side is to begin with; nil if there is nothing yet.
  func current() -> Change<Value>?
  /// The binding begins. Whether this gives what the other side is to begin with by itself, now or later.
  func begin() -> Bool
  /// A write of the partner's.
  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32)
  /// What the partner has as the binding begins. A property takes it even if it was written later itself, and then as a write of
  /// its own; a channel passes it on unless it has passed a later write.
  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32)

  /// Subscribes to every change from now on, silent ones too.
  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable (EndOfPartner) -> Void)

  func partnerEnded(_ end: EndOfPartner, fileID: StaticString, line: UInt32)

  /// Finds this for as long as it is there. Keeps it alive if `other`, which holds the reference, should; never both do.
  func reference(from other: any TwoWayEnd) -> @Sendable () -> Self?

  var identity: ObjectIdentifier { get }

  /// What this is bound to both ways.
  var partners: PartnerList { get }
}

enum EndOfPartner: Sendable {
  case died
  case completed
  case failed(any Error)
}

extension TwoWayEnd where Self: AnyObject {
  var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

extension TwoWayEnd {
  func begin() -> Bool { false }

  /// Binds this to `right`, whose value it takes first; if that has none, `right` takes this one's.
  func bind<Right: TwoWayEnd>(
    toRight right: Right, fileID: StaticString, line: UInt32, isFree: (Chain) -> Bool = { _ in true }
  ) -> Subscription where Right.Value == Value {
    require(
      identity != right.identity,
      "cannot bind this to itself; what is meant may be two properties, or the two ends of a channel")
    let chain = Chain()
    SignalProbe.subscribed(chain, name: nil, fileID: fileID, line: line)
    // Each pair stands in one list only, whoever is on the left.
    let isFirst =
      identity < right.identity
      ? partners.take(right.identity, for: chain) : right.partners.take(identity, for: chain)
    require(
      isFirst,
      "these two are bound to each other already, and would tell each other everything twice; dispose the first binding before"
    )
    require(isFree(chain), alreadyBound)
    Self.pass(from: right, to: self, chain, fileID: fileID, line: line)
    Self.pass(from: self, to: right, chain, fileID: fileID, line: line)
    if chain.isDisposed { return chain }
    if right.begin() { return chain }
    if let change = right.current() {
      adopt(change, fileID: fileID, line: line)
    } else if let change = current() {
      right.adopt(change, fileID: fileID, line: line)
    }
    return chain
  }

  private static func pass<Source: TwoWayEnd, Target: TwoWayEnd>(
    from source: Source, to target: Target, _ chain: Chain, fileID: StaticString, line: UInt32
  ) where Source.Value == Target.Value {
    let target = target.reference(from: source)
    let branch = Branch(onLoss: { [weak chain] in
      guard let chain, !chain.isDisposed else { return }
      chain.dispose()
      target()?.partnerEnded(.died, fileID: fileID, line: line)
    })
    chain.add(branch)
    if chain.isDisposed { return }
    source.attachChanges(
      branch,
      { change in
        if chain.isDisposed { return }
        SignalProbe.delivered(to: chain)
        target()?.receive(change, fileID: fileID, line: line)
      },
      { end in
        guard chain.finish() else { return }
        target()?.partnerEnded(end, fileID: fileID, line: line)
      })
  }
}

/// What one side of two-way bindings is bound to. O(bindings of this side).
final class PartnerList: Sendable {
  private struct Entry {
    let partner: ObjectIdentifier
    weak var binding: Subscription?
  }

  private let entries = Lock<[Entry]>([])

  /// Notes `binding`. False if there is another with the same partner that has not ended.
  func take(_ partner: ObjectIdentifier, for binding: Subscription) -> Bool {
    let (isTaken, seen) = entries.withLock { entries -> (Bool, [Subscription]) in
      // Returned, because the last to let go of a subscription releases what it holds.
      var seen: [Subscription] = []
      entries.removeAll { entry in
        guard let binding = entry.binding else { return true }
        seen.append(binding)
        return binding.isDisposed
      }
      if entries.contains(where: { $0.partner == partner }) { return (false, seen) }
      entries.append(Entry(partner: partner, binding: binding))
      return (true, seen)
    }
    withExtendedLifetime(seen) {}
    return isTaken
  }
}
