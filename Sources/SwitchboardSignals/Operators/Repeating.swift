public import SwitchboardBroadcast

extension SignalProtocol {
  /// Subscribes anew when the signal fails, at most `count` times; the last error is passed on. Source: RACSignal retry:, which
  /// takes 0 for "without end".
  ///
  /// A failed source is disposed before the next subscription. Signals that fail inside their subscription are followed by the
  /// next without recursion. Cost: one call per value; per attempt a subscription.
  /// The subscription keeps the source alive, a subject too, until the last attempt.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func retry(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot try again a negative number of times")
    return again(atMost: count == .max ? count : count + 1) { if case .error = $0 { true } else { false } }
  }

  /// Subscribes anew whenever the signal fails, without end. See ``retry(_:)``.
  @inlinable
  public func retry() -> Signal<Value, Failure> {
    again(atMost: .max) { if case .error = $0 { true } else { false } }
  }

  /// Subscribes anew when the signal completes, `count` times in all; none completes at once. Source: ReactiveSwift repeat.
  ///
  /// An error ends it. See ``retry(_:)`` for cost and recursion.
  ///
  /// - Precondition: `count` is not negative.
  @inlinable
  public func `repeat`(_ count: Int) -> Signal<Value, Failure> {
    require(count >= 0, "cannot repeat a negative number of times")
    if count == 0 { return .empty }
    return again(atMost: count) { if case .completed = $0 { true } else { false } }
  }

  /// Subscribes anew whenever the signal completes, without end. Source: RACSignal repeat.
  @inlinable
  public func `repeat`() -> Signal<Value, Failure> {
    again(atMost: .max) { if case .completed = $0 { true } else { false } }
  }

  /// - Parameter isWanted: Whether to go on after a terminal event.
  @inlinable
  func again(
    atMost limit: Int, _ isWanted: @escaping @Sendable (Terminal<Failure>) -> Bool
  ) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attach: { sink, chain in Attempts(source, sink, chain, limit, isWanted).run(1) })
  }
}

/// Subscribes to a signal again and again, as a loop for as long as it ends inside its subscription.
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
      // The last one does not keep the source: it need not be subscribed to again.
      if number == limit { return source.attach(sink, chain) }
      let handover = Handover()
      let branch = Branch(carrying: chain)
      chain.add(branch)
      source.attach(
        Sink(
          value: sink.value,
          terminal: { terminal in
            self.chain.remove(branch)
            _ = branch.finish()
            if self.chain.isDisposed { return }
            guard self.isWanted(terminal) else { return self.sink.terminal(terminal) }
            if handover.isSecond() { self.run(number + 1) }
          }), branch)
      guard handover.isSecond() else { return }
      attempt += 1
    }
  }
}
