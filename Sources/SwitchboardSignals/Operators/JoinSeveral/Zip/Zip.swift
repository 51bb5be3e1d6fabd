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
    _ count: Int, _ make: @escaping @Sendable (inout [ZippedSource<Failure>]) -> @Sendable () -> Value
  ) -> Signal {
    Signal(attach: { sink, chain in
      if count == 0 { return sink.terminal(.completed) }
      var sources: [ZippedSource<Failure>] = []
      sources.reserveCapacity(count)
      let output = make(&sources)
      // The observer captures `states` and `ends`, because `sources` would keep the signals alive.
      let (states, ends) = (sources.map(\.state), sources.map(\.end))
      let itself = SerialState(WeakObserver<Void, Failure>())
      let changes = Observer(
        Sink<Void, Failure>(
          value: {
            while !chain.isDisposed, states.allSatisfy({ $0() == .ready }) { sink.value(output()) }
            if chain.isDisposed { return }
            if states.contains(where: { $0() == .completed }) {
              itself.value.observer?.sendCompleted()
            } else if states.contains(where: { $0() == .lost }) {
              RunningSources.end(chain, after: itself.value.observer)
            }
          }, terminal: sink.terminal), partOf: chain)
      itself.value.observer = changes
      chain.attach(
        sources.map { $0.source(changes) },
        onTerminal: { number, terminal in
          if case .error(let error) = terminal { return changes.send(error: error) }
          ends[number](.completed)
          changes.send(())
        },
        onLoss: { [weak changes, weak chain] number in
          ends[number](.lost)
          // Without the observer, no source is left that could send.
          if let changes { changes.send(()) } else { chain?.dispose() }
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

/// The state of one source of `zip`.
@frozen @usableFromInline
enum ZippedState { case ready, waiting, completed, lost }

/// One source of `zip`, without the type of its values. A struct of closures, like ``LatestSource``.
@frozen
@usableFromInline
struct ZippedSource<Failure: Error>: Sendable {
  @usableFromInline let state: @Sendable () -> ZippedState
  @usableFromInline let end: @Sendable (ZippedState) -> Void
  /// Returns the source in a form that tells the observer when a value has arrived.
  @usableFromInline let source: @Sendable (Observer<Void, Failure>) -> JoinedSource<Failure>

  @inlinable
  init(
    state: @escaping @Sendable () -> ZippedState, end: @escaping @Sendable (ZippedState) -> Void,
    source: @escaping @Sendable (Observer<Void, Failure>) -> JoinedSource<Failure>
  ) {
    (self.state, self.end, self.source) = (state, end, source)
  }
}

/// The values of one source that wait for the values of the other sources.
@usableFromInline
final class ZippedOf<Value: Sendable>: Sendable {
  @usableFromInline
  struct Waiting {
    @usableFromInline var values = Queue<Value>()
    /// The state of the source after its values are used.
    @usableFromInline var rest = ZippedState.waiting
    @inlinable init() {}
  }

  @usableFromInline let waiting = Lock(Waiting())

  @inlinable init() {}

  @inlinable var state: ZippedState { waiting.withLock { $0.values.isEmpty ? $0.rest : .ready } }

  /// Sets the state that the source has after its values are used.
  @inlinable func end(_ rest: ZippedState) { waiting.withLock { $0.rest = rest } }

  /// Takes the next value. Call only if the state is `ready`.
  @inlinable func next() -> Value { waiting.withLock { $0.values.popFirst() }! }
}

extension Array {
  /// Adds `signal` to the sources of `zip`, and returns the place of its values.
  @inlinable
  mutating func add<Value, Failure>(_ signal: some SignalProtocol<Value, Failure>) -> ZippedOf<Value>
  where Element == ZippedSource<Failure> {
    let (signal, place) = (signal.signal, ZippedOf<Value>())
    append(
      ZippedSource(
        state: { place.state }, end: { place.end($0) },
        source: { observer in
          JoinedSource(signal) { value in
            place.waiting.withLock { $0.values.append(value) }
            observer.send(())
          }
        }))
    return place
  }
}

@frozen
@usableFromInline
struct WeakObserver<Value: Sendable, Failure: Error> {
  @usableFromInline weak var observer: Observer<Value, Failure>?
  @inlinable init() {}
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
