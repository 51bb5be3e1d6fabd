public import SwitchboardBroadcast

extension Signal {
  /// Sends one value and completes. Source: RACSignal return.
  @inlinable
  public static func just(_ value: Value) -> Signal {
    Signal(attach: { sink, chain in
      sink.value(value)
      if !chain.isDisposed { sink.terminal(.completed) }
    })
  }

  /// A signal that completes immediately. Source: RACSignal empty.
  @inlinable public static var empty: Signal { Signal(attach: { sink, _ in sink.terminal(.completed) }) }

  /// Fails immediately with `error`. Source: RACSignal error.
  @inlinable
  public static func fail(_ error: Failure) -> Signal { Signal(attach: { sink, _ in sink.terminal(.error(error)) }) }

  /// A signal that sends nothing and never ends. Source: RACSignal never.
  @inlinable public static var never: Signal { Signal(attach: { _, _ in }) }

  /// Calls `make` for each subscription, and subscribes to the signal that `make` returns. Source: RACSignal defer.
  @inlinable
  public static func deferred<Deferred: SignalProtocol>(
    _ make: @escaping @Sendable () -> Deferred
  ) -> Signal where Deferred.Value == Value, Deferred.Failure == Failure {
    Signal(attach: { sink, chain in
      let signal = make().signal
      if !chain.isDisposed { signal.attach(sink, chain) }
    })
  }

  /// Sends the elements of `sequence`, which may be endless, to each subscription, then completes. Stops when the
  /// subscription ends.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ sequence: Elements) where Elements.Element == Value {
    self.init(attach: { sink, chain in
      for element in sequence {
        if chain.isDisposed { return }
        sink.value(element)
      }
      if !chain.isDisposed { sink.terminal(.completed) }
    })
  }

  /// Runs `body` for each subscription. Sends the result and completes, or fails with the error that `body` throws.
  /// Source: RACSignal try.
  @inlinable
  public init(catching body: @escaping @Sendable () throws(Failure) -> Value) {
    self.init(attach: { sink, chain in
      let value: Value
      do throws(Failure) { value = try body() } catch {
        if !chain.isDisposed { sink.terminal(.error(error)) }
        return
      }
      if !chain.isDisposed { sink.value(value) }
      if !chain.isDisposed { sink.terminal(.completed) }
    })
  }
}
