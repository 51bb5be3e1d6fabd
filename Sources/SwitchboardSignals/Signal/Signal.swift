public import SwitchboardBroadcast

/// Something to subscribe to: values over time, then at most one terminal event.
///
/// A signal is *cold* unless it comes from a subject: each subscription runs the producer anew. It is a struct around a
/// closure, so it can be stored, returned and passed on freely; nobody needs to keep it alive, a subscription does.
///
/// ```swift
/// let ticks = Signal<Int, Never> { observer in
///   let timer = Timer { observer.send($0) }
///   return ActionDisposable { timer.cancel() }
/// }
/// ticks.filter { $0.isMultiple(of: 2) }.subscribe { print($0) }
/// ```
///
/// Promises: R1 to R6, R9. Subscribing runs the producer on the calling thread, before `subscribe` returns; there is no
/// hop to a hidden queue. When a subscription ends, what is upstream is disposed before the terminal handler runs, as in
/// RACSubscriber.
///
/// Source: RACSignal.
public struct Signal<Value: Sendable, Failure: Error>: SignalProtocol {
  /// Connects a sink to the source, and adds to the chain what ends the connection.
  @usableFromInline let attach: @Sendable (Sink<Value, Failure>, Chain) -> Void

  /// What traces and leak reports call it.
  public private(set) var name: String?

  @inlinable init(attach: @escaping @Sendable (Sink<Value, Failure>, Chain) -> Void) { self.attach = attach }

  /// A signal whose subscriptions each run `producer`.
  ///
  /// - Parameter producer: Sends to the observer, now or later, from any thread (R6), and returns what ends the work, or
  ///   nil. What it returns is disposed once, when the subscription ends for whatever reason; at once if it has ended
  ///   already. Work that produces without a pause should look at ``Observer/isDisposed``.
  ///
  /// Cost of a subscription: three allocations more than that of a subject.
  @inlinable
  public init(_ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?) {
    attach = { sink, chain in
      if chain.isDisposed { return }
      let observer = Observer(sink, chain)
      chain.add(observer.subscriber)
      if let disposable = producer(observer) { chain.add(disposable) }
    }
  }

  @inlinable public var signal: Signal<Value, Failure> { self }

  /// The same signal under a name for traces and leak reports. O(1).
  ///
  /// The name is that of subscriptions made to just this signal: an operator makes another one, without a name.
  public func named(_ name: String) -> Signal<Value, Failure> {
    var named = self
    named.name = name
    return named
  }
}
