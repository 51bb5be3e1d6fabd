public import SwitchboardBroadcast
public import SwitchboardSignals

// The forms whose handlers run on the main actor, on a scheduler or on an actor. Each is the same form of
// `signal(for:replay:).subscribe`.

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
  /// ``subscribe(_:owner:replay:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, owner: Owner, replay: BoardReplay = .none, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @MainActor @Sendable (Owner, Value) -> Void,
    onCompleted: (@MainActor @Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(owner: owner, on: mainActor, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
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
  /// ``subscribe(_:owner:replay:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable>(
    _ key: BoardKey<Value>, owner: Owner, replay: BoardReplay = .none, on scheduler: Scheduler,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (Owner, Value) -> Void, onCompleted: (@Sendable (Owner) -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(owner: owner, on: scheduler, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
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
  /// deallocated. See ``subscribe(_:owner:replay:fileID:line:onNext:onCompleted:)``.
  @discardableResult
  public func subscribe<Value, Owner: AnyObject & Sendable, Isolation: Actor>(
    _ key: BoardKey<Value>, owner: Owner, replay: BoardReplay = .none, on actor: Isolation,
    fileID: StaticString = #fileID, line: UInt32 = #line,
    onNext: @escaping @Sendable (isolated Isolation, Owner, Value) -> Void,
    onCompleted: (@Sendable (isolated Isolation, Owner) -> Void)? = nil
  ) -> Subscription {
    signal(for: key, replay: replay, fileID: fileID, line: line)
      .subscribe(owner: owner, on: actor, fileID: fileID, line: line, onNext: onNext, onCompleted: onCompleted)
  }
}
