import SwitchboardBroadcast

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
  public static func zip<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    let types: [any Sendable.Type] = Array(repeating: Element.self, count: signals.count)
    return zipping(types, .arrays(signals.count, moves: true)) { sources in
      for signal in signals { sources.add(signal) }
    }
  }

  /// - Parameters:
  ///   - types: The types of the sources' values.
  ///   - move: Makes the value to send, out of the first values of all sources. Runs under a lock. Nil for a tuple.
  ///   - attach: Adds the sources, for each subscription.
  static func zipping(
    _ types: [any Sendable.Type], _ move: Joining<Value>? = nil,
    _ attach: @escaping @Sendable (inout ZipSources<Value, Failure>) -> Void
  ) -> Signal {
    let layout = JoinedLayout(types)
    return Signal(attach: { sink, chain in
      if layout.types.isEmpty { return sink.terminal(.completed) }
      let observer = Observer(sink, partOf: chain)
      let join = ZipJoin(layout, observer.broadcaster.registry, chain)
      var sources = ZipSources<Value, Failure>(join, observer, move)
      attach(&sources)
    })
  }
}

extension SignalProtocol {
  /// Sends the first values of both signals together, then the second values, and so on. See ``Signal/zip(_:)``.
  ///
  /// - Parameter other: Subscribed to after this signal. Its value is the second part of the tuple.
  public func zip<Other>(
    with other: some SignalProtocol<Other, Failure>
  ) -> Signal<(Value, Other), Failure> { .zip(self, other) }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the values of both signals in pairs. See ``zip(with:)``.
  @_disfavoredOverload
  public func zip<Other>(
    with other: some SignalProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> { zip(with: other.promoted() as Signal<Other, Failure>) }
}

extension SignalProtocol where Failure == Never {
  /// Sends the values of both signals in pairs. See ``zip(with:)``.
  @_disfavoredOverload
  public func zip<Other, NewFailure>(
    with other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<(Value, Other), NewFailure> { setFailureType(to: NewFailure.self).zip(with: other) }
}
