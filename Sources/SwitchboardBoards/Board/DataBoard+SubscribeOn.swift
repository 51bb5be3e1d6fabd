public import SwitchboardBroadcast
public import SwitchboardSignals

// The forms whose handlers run on the main actor, on a scheduler or on an actor. Each is a subscription to
// `signal(for:replay:)`. The board keeps the bags of the owners, so that the board's census and removals find them.

extension DataBoard {
  /// Calls `onNext` on the main actor with each value that is set for a key. See
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil,
    on mainActor: MainActor.Type, fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Value) -> Void, onCompleted: (@MainActor @Sendable () -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(into: bag, on: mainActor, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }

  /// Calls `onNext` on the main actor with `owner` and each value that is set for a key, until `owner` is deallocated.
  /// The form for classes that live on the main actor. See
  /// ``subscribe(_:replay:owner:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Owner, Value) -> Void,
    onCompleted: (@MainActor @Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = signal(for: key, replay: replay, fileID: fileID, line: line).subscribe(
      into: bag, on: mainActor, fileID: fileID, line: line,
      onNext: { [weak owner, weak bag] value in
        if let owner { onNext(owner, value) } else { bag?.dispose() }
      },
      onCompleted: { [weak owner] in if let owner { onCompleted?(owner) } })
    BoardProbe.owned(subscription.node, by: owner)
    return subscription
  }

  /// Calls `onNext` on `scheduler` with each value that is set for a key. See
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Value) -> Void, onCompleted: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(into: bag, on: scheduler, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }

  /// Calls `onNext` on `scheduler` with `owner` and each value that is set for a key, until `owner` is deallocated. See
  /// ``subscribe(_:replay:owner:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void, onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = signal(for: key, replay: replay, fileID: fileID, line: line).subscribe(
      into: bag, on: scheduler, fileID: fileID, line: line,
      onNext: { [weak owner, weak bag] value in
        if let owner { onNext(owner, value) } else { bag?.dispose() }
      },
      onCompleted: { [weak owner] in if let owner { onCompleted?(owner) } })
    BoardProbe.owned(subscription.node, by: owner)
    return subscription
  }

  /// Calls `onNext` on `actor` with each value that is set for a key, until `actor` is deallocated. See
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Isolation: Actor>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, into bag: CompositeDisposable? = nil, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Value) -> Void,
    onCompleted: (@Sendable (isolated Isolation) -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(into: bag, on: actor, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }

  /// Calls `onNext` on `actor` with `owner` and each value that is set for a key, until `owner` or `actor` is
  /// deallocated. See ``subscribe(_:replay:owner:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable, Isolation: Actor>(
    _ key: BoardKey<Value>, replay: BoardReplay = .none, owner: Owner, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Owner, Value) -> Void,
    onCompleted: (@Sendable (isolated Isolation, Owner) -> Void)? = nil
  ) -> Subscription {
    guard let bag = core.bag(of: owner) else { return .ended }
    let subscription = signal(for: key, replay: replay, fileID: fileID, line: line).subscribe(
      into: bag, on: actor, fileID: fileID, line: line,
      onNext: { [weak owner, weak bag] actor, value in
        if let owner { onNext(actor, owner, value) } else { bag?.dispose() }
      },
      onCompleted: { [weak owner] actor in if let owner { onCompleted?(actor, owner) } })
    BoardProbe.owned(subscription.node, by: owner)
    return subscription
  }
}
