public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes again when the signal fails, at most `count` times. Passes on the last error. Source: RACSignal retry:,
  /// which takes 0 for "without end".
  ///
  /// A failed source is disposed before the next subscription. When an attempt fails inside its subscription, the next
  /// attempt follows without recursion. The subscription keeps the source alive, even a subject, until the last
  /// attempt. Cost: one call per value; per attempt a subscription.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func retry(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot retry a negative number of times; use 0 or more")
    return again(atMost: count == .max ? count : count + 1) { if case .error = $0 { true } else { false } }
  }

  /// Subscribes again whenever the signal fails, without end. See ``retry(_:)``.
  @inlinable
  public func retry() -> Signal<Value, Failure> {
    again(atMost: .max) { if case .error = $0 { true } else { false } }
  }

  /// Subscribes again when the signal completes, until there have been `count` subscriptions in all. If `count` is 0,
  /// completes immediately. Source: ReactiveSwift repeat.
  ///
  /// An error ends the repetition. See ``retry(_:)`` for cost and recursion.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func `repeat`(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot repeat a negative number of times; use 0 or more")
    if count == 0 { return .empty() }
    return again(atMost: count) { if case .completed = $0 { true } else { false } }
  }

  /// Subscribes again whenever the signal completes, without end. Source: RACSignal repeat.
  @inlinable
  public func `repeat`() -> Signal<Value, Failure> {
    again(atMost: .max) { if case .completed = $0 { true } else { false } }
  }

  /// - Parameter isWanted: Returns whether to subscribe again after a terminal event.
  @inlinable
  func again(
    atMost limit: Int, _ isWanted: @escaping @Sendable (Terminal<Failure>) -> Bool
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attach: { sink, chain in Attempts(source, sink, chain, limit, isWanted).run(1) })
  }
}

/// The repeated subscriptions to one source, made in a loop for as long as the source ends inside its subscription.
@usableFromInline
final class Attempts<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let source: Signal<Value, Failure>
  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let chain: Chain
  @usableFromInline let isWanted: @Sendable (Terminal<Failure>) -> Bool
  @usableFromInline let limit: Int

  @inlinable
  init(
    _ source: Signal<Value, Failure>, _ sink: Sink<Value, Failure>, _ chain: Chain,
    _ limit: Int, _ isWanted: @escaping @Sendable (Terminal<Failure>) -> Bool
  ) {
    self.limit = limit
    (self.source, self.sink, self.chain, self.isWanted) = (source, sink, chain, isWanted)
  }

  @inlinable
  func run(_ first: Int) {
    var attempt = first
    while !chain.isDisposed {
      let number = attempt
      // The last attempt does not keep the source alive, because the source is not subscribed to again.
      if number == limit { return source.attach(sink, chain) }
      let handover = Handover()
      chain.attach(
        source, value: sink.value,
        terminal: { terminal in
          if self.chain.isDisposed { return }
          guard self.isWanted(terminal) else { return self.sink.terminal(terminal) }
          if handover.isSecond() { self.run(number + 1) }
        })
      guard handover.isSecond() else { return }
      attempt += 1
    }
  }
}
