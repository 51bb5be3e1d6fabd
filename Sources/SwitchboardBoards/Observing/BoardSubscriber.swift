public import SwitchboardBroadcast

/// One observation of one key: a place in the key's feed, which also pins the key's entry.
@usableFromInline
final class BoardSubscriber<Value: Sendable>: Subscriber<BoardChange<Value>, DenseStorage>, BoardObservation,
  @unchecked Sendable
{
  // Sound: what is variable is released only by whoever owns the subscription alone, like the handler.
  @usableFromInline let board: ObjectIdentifier
  @usableFromInline let keyName: String
  @usableFromInline let membership = Membership()
  @exclusivity(unchecked) @usableFromInline var onCompleted: (@Sendable () -> Void)?
  @exclusivity(unchecked) @usableFromInline var place: (core: BoardCore, entry: AnyEntry)?
  /// What this feeds, if it is a signal's subscription: it ends with this.
  @exclusivity(unchecked) @usableFromInline var chain: Subscription?

  @inlinable
  init(
    _ core: BoardCore, _ entry: Entry<Value>, _ feed: Feed<Value>, chain: Subscription? = nil,
    _ handler: @escaping @Sendable (BoardChange<Value>) -> Void, _ onCompleted: (@Sendable () -> Void)?
  ) {
    board = ObjectIdentifier(core)
    keyName = entry.name
    place = (core, entry)
    self.chain = chain
    self.onCompleted = onCompleted
    super.init(feed.broadcaster, waitable: false, handler)
  }

  /// Tells a place of a feed that there is no more.
  static func complete(_ subscriber: Subscriber<BoardChange<Value>, DenseStorage>) {
    (subscriber as? BoardSubscriber<Value>)?.onCompleted?()
  }

  override func releaseHandler() {
    super.releaseHandler()
    onCompleted = nil
    let (place, chain) = (place, chain)
    self.place = nil
    self.chain = nil
    membership.end()
    chain?.dispose()
    if let place { place.core.unpin(place.entry) }
  }

  override func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { body(membership) }
}

/// An observation, whatever the type of its values.
@usableFromInline
protocol BoardObservation: Subscription {
  /// Identifies the board for as long as the observation has not ended.
  var board: ObjectIdentifier { get }
}
