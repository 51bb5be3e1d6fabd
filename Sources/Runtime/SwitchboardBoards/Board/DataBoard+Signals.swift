internal import SwitchboardBroadcast
public import SwitchboardSignals

extension DataBoard {
  /// Returns a signal of the values that are set for a key, from now on or beginning with the present value.
  ///
  /// Each subscription to the signal is a separate subscription. The subscription completes when the key's subscribers
  /// are removed, when ``removeValue(for:completing:fileID:line:)`` is asked to complete it, and when the board is
  /// deallocated. If the key has an empty name or the board has been deallocated, the subscription completes
  /// immediately. The signal does not keep the board alive.
  /// ``subscribe(_:replay:into:fileID:line:onNext:onCompleted:)`` costs less.
  ///
  /// - Parameters:
  ///   - key: The key to watch.
  ///   - replay: Whether each subscription begins with the present value, if there is one.
  @inlinable
  public func signal<Value>(
    for key: BoardKey<Value>, replay: BoardReplay = .none, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Never> {
    core.signal(key, replay, "signal", fileID, line) { change, send in
      if case .set(let value) = change { send(value) }
    }
  }

  /// Returns a signal like ``signal(for:replay:fileID:line:)`` that also sends nil when the value is removed. With
  /// ``BoardReplay/latest``, the signal also begins with nil if there is no value.
  ///
  /// - Parameters:
  ///   - key: The key to watch.
  ///   - replay: Whether each subscription begins with the present value, or nil.
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
