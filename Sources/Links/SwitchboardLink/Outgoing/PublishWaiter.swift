internal import SwitchboardBroadcast

/// A caller or a part of the link that waits for a result. The release of the waiter ends the wait too.
final class PublishWaiter: Sendable {
  private let action: Once<Result<Void, LinkError>>
  private let last: Result<Void, LinkError>

  /// - Parameter last: The result if the waiter is released without one, because the link has ended.
  init(
    ifReleased last: Result<Void, LinkError> = .failure(.closed),
    _ action: @escaping @Sendable (Result<Void, LinkError>) -> Void
  ) {
    (self.last, self.action) = (last, Once(action))
  }

  deinit { resume(last) }

  func resume(_ result: Result<Void, LinkError>) { action(result) }
}

/// A closure that is called at most once.
final class Once<Value: Sendable>: Sendable {
  private let action: Lock<(@Sendable (Value) -> Void)?>

  init(_ action: @escaping @Sendable (Value) -> Void) { self.action = Lock(action) }

  func callAsFunction(_ value: Value) {
    let action = action.withLock { $0.take() }
    action?(value)
  }
}
