import SwitchboardBroadcast
import SwitchboardSignals

extension DataBoard {
  /// Ends the subscriptions of one key that were made with `owner:` for `owner`. O(disposables bound to the owner).
  public func removeSubscribers<Value>(of owner: AnyObject, for key: BoardKey<Value>) {
    core.endSubscriptions(of: owner) { ($0 as? BoardSubscriber<Value>)?.keyName == key.name }
  }

  /// Ends all subscriptions of this board that were made with `owner:` for `owner`. O(disposables bound to the owner).
  public func removeSubscribers(of owner: AnyObject) {
    core.endSubscriptions(of: owner) { _ in true }
  }

  /// Ends all subscriptions of a key. Signals of the key complete. The value, the pauses and the handles of the key
  /// stay.
  public func removeSubscribers<Value>(for key: BoardKey<Value>) { core.complete(key, removing: false) }
}

extension BoardCore {
  /// Ends the subscriptions of this board that are bound to `owner` and that `matches` selects.
  fileprivate func endSubscriptions(of owner: AnyObject, where matches: (any AnyBoardSubscriber) -> Bool) {
    for member in swept.members(of: owner) {
      // A subscription whose handlers run on an actor or a scheduler has the board's subscriber upstream.
      let isOfThisBoard = member.isOrHasUpstream { object in
        guard let subscriber = object as? any AnyBoardSubscriber else { return false }
        return subscriber.board == ObjectIdentifier(self) && matches(subscriber)
      }
      if isOfThisBoard { member.dispose() }
    }
  }
}
