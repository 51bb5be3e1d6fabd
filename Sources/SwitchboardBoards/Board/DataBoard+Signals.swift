public import SwitchboardBroadcast
public import SwitchboardSignals

extension DataBoard {
  /// The values that are set for a key, from now on or beginning with the present one.
  ///
  /// Each subscription is an observation of its own. It completes when the key's observers are removed, at
  /// ``removeValue(for:completing:fileID:line:)`` if asked, and when the board goes; a key with an empty name, or a board that is gone, completes at
  /// once. The signal does not keep the board. See ``observe(_:replay:into:fileID:line:onNext:onCompleted:)``, which costs less.
  @inlinable
  public func signal<Value>(
    for key: BoardKey<Value>, replay: BoardReplay = .none, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Never> {
    core.signal(key, replay, "signal", fileID, line) { change, send in
      if case .set(let value) = change { send(value) }
    }
  }

  /// The same, which sends nil too, when the value is removed; with ``BoardReplay/latest``, also first if there is none.
  @inlinable
  public func optionalSignal<Value>(
    for key: BoardKey<Value>, replay: BoardReplay = .none, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value?, Never> {
    core.signal(key, replay, "optionalSignal", fileID, line) { change, send in
      switch change {
      case .set(let value): send(value)
      case .removed: send(nil)
      case .unseen: break
      }
    }
  }
}

extension BoardCore {
  /// - Parameter pass: Sends what the signal sends for a change.
  @inlinable
  func signal<Value, Output>(
    _ key: BoardKey<Value>, _ replay: BoardReplay, _ operation: StaticString, _ fileID: StaticString, _ line: UInt32,
    _ pass: @escaping @Sendable (BoardChange<Value>, (Output) -> Void) -> Void
  ) -> Signal<Output, Never> {
    guard names(key, operation, fileID, line) else { return .empty }
    return Signal(source: { sink in
      guard let (entry, feed) = self.pinFeed(key) else { return sink.end(.completed) }
      let send = sink.send
      let end = sink.end
      let subscriber = BoardSubscriber(
        self, entry, feed, chain: sink.subscription, { change in pass(change, send) }, { end(.completed) })
      BoardProbe.adopted(subscriber, by: sink.subscription)
      feed.broadcaster.announce(subscriber, fileID: fileID, line: line)
      sink.add(subscriber)
      feed.admit(subscriber, replay)
    })
    .named(key.name)
  }
}
