public import SwitchboardBroadcast

extension Signal {
  /// Sends the first values of all `sources` together, then the second values, and so on.
  ///
  /// Completes as soon as a source has completed and all its values are used, or immediately if there is no source.
  /// Fails when a source fails. If a source ends without a terminal event, the returned signal ends without an event
  /// when the values of that source are used. Values wait, without limit, for the values of the other sources.
  /// Deliveries are serial, whatever threads the sources send on (promise R6). No lock is held while a handler runs
  /// (promise R4). Source: RACSignal zip.
  ///
  /// A source that sends inside its subscription sends all its values before the next source is subscribed to. So
  /// `Signal.zip(Signal(0...), names)` never returns; `names.enumerated()` numbers the values of a signal.
  ///
  /// Cost: a few short locks and one send through an observer per value, and the array.
  @inlinable
  public static func zip<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    return zipping(signals.count) { sources in
      let places = signals.map { sources.add($0) }
      return { places.map { $0.next() } }
    }
  }

  /// - Parameters:
  ///   - count: The number of sources.
  ///   - make: Adds the sources, for each subscription, and returns the closure that takes a value from each of them.
  @inlinable
  static func zipping(
    _ count: Int, _ make: @escaping @Sendable (inout [PlacedSource<ZipInput, Failure>]) -> @Sendable () -> Value
  ) -> Signal {
    Signal(attach: { sink, chain in
      if count == 0 { return sink.terminal(.completed) }
      var sources: [PlacedSource<ZipInput, Failure>] = []
      sources.reserveCapacity(count)
      let output = make(&sources)
      // The observer captures `hasValue`, because `sources` would keep the signals alive.
      let hasValue = sources.map(\.step)
      let ended = SerialState<[(number: Int, isCompleted: Bool)]>([])
      let inputs = Observer(
        Sink<ZipInput, Failure>(
          value: { input in
            if case .end(let number, let isCompleted) = input { ended.value.append((number, isCompleted)) }
            while !chain.isDisposed, hasValue.allSatisfy({ $0() }) { sink.value(output()) }
            if chain.isDisposed { return }
            let used = ended.value.filter { !hasValue[$0.number]() }
            if used.contains(where: \.isCompleted) {
              sink.terminal(.completed)
            } else if !used.isEmpty {
              chain.dispose()
            }
          }, terminal: sink.terminal), partOf: chain)
      chain.attach(
        sources.map { $0.source(inputs, .value) },
        onTerminal: { number, terminal in
          switch terminal {
          case .error(let error): inputs.send(error: error)
          case .completed: inputs.send(.end(number, isCompleted: true))
          }
        },
        onLoss: { [weak inputs, weak chain] number in
          // Without the observer, no source is left that could send.
          if let inputs { inputs.send(.end(number, isCompleted: false)) } else { chain?.dispose() }
        })
    })
  }
}

extension SignalProtocol {
  /// Sends the first values of both signals together, then the second values, and so on. See ``Signal/zip(_:)``.
  @inlinable
  public func zip<Other>(
    with other: some SignalProtocol<Other, Failure>
  ) -> Signal<(Value, Other), Failure> { .zip(self, other) }
}

/// What the sources of `zip` announce.
@frozen
@usableFromInline
enum ZipInput: Sendable {
  case value
  /// The end of the source with the given number.
  case end(Int, isCompleted: Bool)
}

extension Array {
  /// Adds `signal` to the sources of `zip`, and returns the place of its values.
  @inlinable
  mutating func add<Value, Failure>(_ signal: some SignalProtocol<Value, Failure>) -> ArrivedValues<Value>
  where Element == PlacedSource<ZipInput, Failure> {
    let place = ArrivedValues<Value>()
    append(PlacedSource(signal.signal, place) { !place.isEmpty })
    return place
  }
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
