public import SwitchboardBroadcast

extension Signal {
  /// Sends the latest values of all `sources`, in the order of `sources`, each time a source sends a value. Sends
  /// nothing until every source has sent a value.
  ///
  /// Completes when all sources have completed, or immediately if there is no source. Fails when a source fails. If a
  /// source ends without a terminal event, the returned signal ends without a terminal event after the other sources
  /// have ended. Deliveries are serial, whatever threads the sources send on: values take part in the order in which
  /// they were accepted (promise R6). No lock is held while a handler runs (promise R4).
  ///
  /// Cost: one send through an observer per value, which takes the observer's lock, and the array.
  ///
  /// - Parameter sources: The signals to subscribe to, in this order. The arrays that are sent keep the order.
  @inlinable
  public static func combineLatest<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    let none: [Element?] = Array(repeating: nil, count: signals.count)
    return joiningLatest(signals.count, none, { $0.map { $0! } }) { sources in
      for (number, signal) in signals.enumerated() { sources.add(signal) { swap(&$0[number], &$1) } }
    }
  }

  /// - Parameters:
  ///   - count: The number of sources.
  ///   - none: The latest values before any source has sent.
  ///   - combine: Combines the latest values when every source has sent. Runs under a lock, so it only copies.
  ///   - attach: Adds the sources, for each subscription.
  @inlinable
  static func joiningLatest<Values: Sendable>(
    _ count: Int, _ none: Values, _ combine: @escaping @Sendable (Values) -> Value,
    _ attach: @escaping @Sendable (LatestSources<Values, Value, Failure>) -> Void
  ) -> Signal {
    Signal(attach: { sink, chain in
      if count == 0 { return sink.terminal(.completed) }
      let observer = Observer(sink, partOf: chain)
      let join = LatestJoin(count, none, combine, observer.broadcaster.registry, chain)
      attach(LatestSources(join: join, observer: observer))
    })
  }
}

extension SignalProtocol {
  /// Sends the latest values of both signals each time either signal sends a value. Sends nothing until both signals
  /// have sent a value. See ``Signal/combineLatest(_:)``.
  ///
  /// - Parameter other: Subscribed to after this signal. Its value is the second part of the tuple.
  @inlinable
  public func combineLatest<Other>(
    with other: some SignalProtocol<Other, Failure>
  ) -> Signal<(Value, Other), Failure> { .combineLatest(self, other) }
}

/// The sources of one subscription to `combineLatest`, and their latest values.
@usableFromInline
final class LatestJoin<Values: Sendable, Combined: Sendable>: Join, @unchecked Sendable {
  // Sound: the properties that this class adds are constant, or guarded by the registry's lock.
  @safe @exclusivity(unchecked) @usableFromInline var values: Values
  /// The number of sources that have not sent a value.
  @safe @exclusivity(unchecked) @usableFromInline var missing: Int
  @usableFromInline let combine: @Sendable (Values) -> Combined

  @inlinable
  init(
    _ count: Int, _ none: Values, _ combine: @escaping @Sendable (Values) -> Combined, _ registry: Registry,
    _ chain: Chain
  ) {
    (values, missing, self.combine) = (none, count, combine)
    super.init(count, registry, chain)
  }
}

/// Adds the sources of one subscription to `combineLatest`.
@usableFromInline
struct LatestSources<Values: Sendable, Combined: Sendable, Failure: Error>: Sendable {
  @usableFromInline let join: LatestJoin<Values, Combined>
  @usableFromInline let observer: Observer<Combined, any Error>

  @inlinable
  init(join: LatestJoin<Values, Combined>, observer: Observer<Combined, any Error>) {
    (self.join, self.observer) = (join, observer)
  }

  /// Subscribes to a source, whose latest value `exchange` exchanges.
  @inlinable
  func add<Input>(
    _ signal: some SignalProtocol<Input, Failure>,
    _ exchange: @escaping @Sendable (inout Values, inout Input?) -> Void
  ) {
    guard let branch = join.branch() else { return }
    let source = LatestSource(join, observer, branch, exchange)
    signal.signal.attach(Sink(value: { source.receive($0) }, terminal: { source.end($0) }), branch)
  }
}

/// The receiver of the events of one source of `combineLatest`.
@usableFromInline
final class LatestSource<Input: Sendable, Values: Sendable, Combined: Sendable>: Sendable {
  @usableFromInline let join: LatestJoin<Values, Combined>
  @usableFromInline let observer: Observer<Combined, any Error>
  @usableFromInline let branch: SourceBranch
  @usableFromInline let exchange: @Sendable (inout Values, inout Input?) -> Void

  @inlinable
  init(
    _ join: LatestJoin<Values, Combined>, _ observer: Observer<Combined, any Error>, _ branch: SourceBranch,
    _ exchange: @escaping @Sendable (inout Values, inout Input?) -> Void
  ) {
    (self.join, self.observer, self.branch, self.exchange) = (join, observer, branch, exchange)
  }

  @inlinable
  func receive(_ value: Input) {
    // Exchanged, so that the previous value is released without the lock.
    var exchanged: Input? = value
    observer.broadcaster.send {
      exchange(&join.values, &exchanged)
      if exchanged == nil { join.missing -= 1 }
      return join.missing == 0 ? join.combine(join.values) : nil
    }
  }

  @inlinable func end(_ terminal: Terminal) { observer.send(terminal, of: branch, in: join) }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the latest values of both signals. See ``combineLatest(with:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other>(
    with other: some SignalProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> { combineLatest(with: other.promoted() as Signal<Other, Failure>) }
}

extension SignalProtocol where Failure == Never {
  /// Sends the latest values of both signals. See ``combineLatest(with:)``.
  @inlinable
  @_disfavoredOverload
  public func combineLatest<Other, NewFailure>(
    with other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<(Value, Other), NewFailure> { setFailureType(to: NewFailure.self).combineLatest(with: other) }
}
