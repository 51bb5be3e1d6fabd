public import SwitchboardBroadcast

extension Signal {
  /// Sends the first values of all `sources` together, then the second values, and so on.
  ///
  /// Completes as soon as a source has completed and all its values are used, or immediately if there is no source.
  /// Fails when a source fails. If a source ends without a terminal event, the returned signal ends without an event
  /// when the values of that source are used. Values wait, without limit, for the values of the other sources.
  /// Deliveries are serial, whatever threads the sources send on (promise R6). No lock is held while a handler runs
  /// (promise R4).
  ///
  /// A source that sends inside its subscription sends all its values before the next source is subscribed to. So
  /// `Signal.zip(Signal(0...), names)` never returns; `names.enumerated()` numbers the values of a signal.
  ///
  /// Cost: per value one lock; per array that is sent one send through an observer, O(sources), and the array.
  ///
  /// - Parameter sources: The signals to subscribe to, in this order. The arrays that are sent keep the order.
  @inlinable
  public static func zip<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    let queues = Array(repeating: Queue<Element>(), count: signals.count)
    return zipping(
      signals.count, queues, { queues in queues.indices.map { queues[$0].popFirst()! } }
    ) { sources in
      for (number, signal) in signals.enumerated() { sources.add(signal, number) { $0[number].append($1) } }
    }
  }

  /// - Parameters:
  ///   - count: The number of sources.
  ///   - queues: The queues of the sources' values, all empty.
  ///   - take: Takes a value out of each queue. Runs under a lock, so it only moves.
  ///   - attach: Adds the sources, for each subscription.
  @inlinable
  static func zipping<Queues: Sendable>(
    _ count: Int, _ queues: Queues, _ take: @escaping @Sendable (inout Queues) -> Value,
    _ attach: @escaping @Sendable (ZipSources<Queues, Value, Failure>) -> Void
  ) -> Signal {
    Signal(attach: { sink, chain in
      if count == 0 { return sink.terminal(.completed) }
      let observer = Observer(sink, partOf: chain)
      let join = ZipJoin(count, queues, take, observer.broadcaster.registry, chain)
      attach(ZipSources(join: join, observer: observer))
    })
  }
}

extension SignalProtocol {
  /// Sends the first values of both signals together, then the second values, and so on. See ``Signal/zip(_:)``.
  ///
  /// - Parameter other: Subscribed to after this signal. Its value is the second part of the tuple.
  @inlinable
  public func zip<Other>(
    with other: some SignalProtocol<Other, Failure>
  ) -> Signal<(Value, Other), Failure> { .zip(self, other) }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the values of both signals in pairs. See ``zip(with:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other>(
    with other: some SignalProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> { zip(with: other.promoted() as Signal<Other, Failure>) }
}

extension SignalProtocol where Failure == Never {
  /// Sends the values of both signals in pairs. See ``zip(with:)``.
  @inlinable
  @_disfavoredOverload
  public func zip<Other, NewFailure>(
    with other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<(Value, Other), NewFailure> { setFailureType(to: NewFailure.self).zip(with: other) }
}
