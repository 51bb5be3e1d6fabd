extension Signal {
  /// Sends the latest values of all `sources`, in the order of `sources`, each time a source sends a value. Sends
  /// nothing until every source has sent a value.
  ///
  /// Completes when all sources have completed, or immediately if there is no source. Fails when a source fails. If a
  /// source ends without a terminal event, the returned signal ends without a terminal event after the other sources
  /// have ended. Deliveries are serial, whatever threads the sources send on: values take part in the order in which
  /// they were accepted (promise R6). No lock is held while a handler runs (promise R4). Source: RACSignal
  /// combineLatest.
  ///
  /// Cost: a lock and one send through an observer per value, and the array.
  @inlinable
  public static func combineLatest<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    return joiningLatest(signals.count) { sources in
      let places = signals.map { sources.add($0) }
      return { places.map(\.value) }
    }
  }

  /// - Parameters:
  ///   - count: The number of sources.
  ///   - make: Adds the sources, for each subscription, and returns the closure that combines their latest values.
  @inlinable
  static func joiningLatest(
    _ count: Int, _ make: @escaping @Sendable (inout [PlacedSource<Int, Failure>]) -> @Sendable () -> Value
  ) -> Signal {
    Signal(attach: { sink, chain in
      var sources: [PlacedSource<Int, Failure>] = []
      sources.reserveCapacity(count)
      let output = make(&sources)
      // The observer captures `advances`, because `sources` would keep the signals alive.
      let advances = sources.map(\.step)
      let missing = SerialState(count)
      let arrivals = Observer(
        Sink<Int, Failure>(
          value: { number in
            if advances[number]() { missing.value -= 1 }
            if missing.value == 0 { sink.value(output()) }
          }, terminal: sink.terminal), partOf: chain)
      chain.attach(sources.enumerated().map { $1.source(arrivals, $0) }, joinedBy: arrivals)
    })
  }
}

extension SignalProtocol {
  /// Sends the latest values of both signals each time either signal sends a value. Sends nothing until both signals
  /// have sent a value. See ``Signal/combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other>(
    with other: some SignalProtocol<Other, Failure>
  ) -> Signal<(Value, Other), Failure> { .combineLatest(self, other) }
}

/// The latest value of a source, and the values that have arrived. A value becomes the latest value when its
/// announcement is delivered.
@usableFromInline
final class LatestOf<Value: Sendable>: ArrivedValues<Value>, @unchecked Sendable {
  // Sound: the property that `LatestOf` adds is constant.
  @usableFromInline let latest = SerialState<Value?>(nil)

  /// The latest value. Read only after all sources have sent a value.
  @inlinable var value: Value { latest.value! }

  /// Makes the oldest announced value the latest value. Returns whether this value is the first of the source.
  @inlinable @inline(__always)
  func advance() -> Bool {
    let isFirst = latest.value == nil
    latest.value = next()
    return isFirst
  }
}

extension Array {
  /// Adds `signal` to the sources of `combineLatest`, and returns the place of its values.
  @inlinable
  mutating func add<Value, Failure>(_ signal: some SignalProtocol<Value, Failure>) -> LatestOf<Value>
  where Element == PlacedSource<Int, Failure> {
    let place = LatestOf<Value>()
    append(PlacedSource(signal.signal, place) { place.advance() })
    return place
  }
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
