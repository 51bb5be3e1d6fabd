public import SwitchboardBroadcast

/// One subscription of one key: a subscriber of the key's feed, which also pins the key's entry.
@usableFromInline
final class BoardSubscriber<Value: Sendable>: Subscriber<BoardChange<Value>>, AnyBoardSubscriber,
  @unchecked Sendable
{
  // Sound: only the sole owner of the subscription releases the variables, as with the handler.
  @usableFromInline let board: ObjectIdentifier
  @usableFromInline let keyName: String
  @usableFromInline let membership = Membership()
  @safe @exclusivity(unchecked) @usableFromInline var onCompleted: (@Sendable () -> Void)?
  @safe @exclusivity(unchecked) @usableFromInline var place: (core: BoardCore, entry: AnyEntry)?
  /// The subscription to a signal that this subscription feeds, if there is one. The subscription
  /// to the signal ends when this subscription ends.
  @safe @exclusivity(unchecked) @usableFromInline var chain: SubscriptionNode?

  @inlinable
  init(
    _ core: BoardCore, _ entry: Entry<Value>, _ feed: Feed<Value>, chain: SubscriptionNode? = nil,
    _ handler: @escaping @Sendable (BoardChange<Value>) -> Void, _ onCompleted: (@Sendable () -> Void)?
  ) {
    board = ObjectIdentifier(core)
    keyName = entry.name
    place = (core, entry)
    self.chain = chain
    self.onCompleted = onCompleted
    super.init(feed.broadcaster.registry, waitable: false, handler)
  }

  override func releaseHandler() {
    super.releaseHandler()
    onCompleted = nil
    let (place, chain) = (place.take(), chain.take())
    membership.end()
    chain?.dispose()
    if let place { place.core.unpin(place.entry) }
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// A subscription, independent of the type of its values.
@usableFromInline
protocol AnyBoardSubscriber: SubscriptionNode {
  /// The identity of the board, valid until the subscription ends.
  var board: ObjectIdentifier { get }
  var keyName: String { get }
}
