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
  /// Cost: two short locks and one send through an observer per value, whatever the number of sources, and the array.
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
      let tally = SerialState(ZipTally(count))
      let inputs = Observer(
        Sink<ZipInput, Failure>(
          value: { input in
            if tally.value.isTupleComplete(with: input) { sink.value(output()) }
            if chain.isDisposed { return }
            switch tally.value.end {
            case nil: break
            case .completed: sink.terminal(.completed)
            case .lost: chain.dispose()
            }
          }, terminal: sink.terminal), partOf: chain)
      chain.attach(
        sources.enumerated().map { $1.source(inputs, .value($0)) },
        onTerminal: { number, terminal in
          switch terminal {
          case .error(let error): inputs.send(error: error)
          case .completed: inputs.send(.end(number, .completed))
          }
        },
        onLoss: { [weak inputs, weak chain] number in
          // Without the observer, no source is left that could send.
          if let inputs { inputs.send(.end(number, .lost)) } else { chain?.dispose() }
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

/// What the source with the given number announces to `zip`.
@frozen
@usableFromInline
enum ZipInput: Sendable {
  @frozen
  @usableFromInline
  enum End: Sendable { case completed, lost }

  case value(Int)
  case end(Int, End)
}

/// The numbers of announced values that wait in `zip`. A value costs O(1) amortised: only a complete tuple looks at all
/// sources, and the tuple takes a value of each.
@usableFromInline
struct ZipTally {
  @usableFromInline
  struct Source {
    @usableFromInline var waiting = 0
    @usableFromInline var end: ZipInput.End?
    @inlinable init() {}
  }

  @usableFromInline var sources: [Source]
  /// The number of sources without a waiting value.
  @usableFromInline var lacking: Int
  /// How `zip` ends, once the values of a source that has ended are used.
  @usableFromInline var end: ZipInput.End?

  @inlinable
  init(_ count: Int) { (sources, lacking) = (Array(repeating: Source(), count: count), count) }

  /// Counts `input`. Returns whether each source now has a value; these values then count as taken.
  @inlinable
  mutating func isTupleComplete(with input: ZipInput) -> Bool {
    switch input {
    case .end(let number, let end):
      sources[number].end = end
      if sources[number].waiting == 0 { isUsedUp(end) }
      return false
    case .value(let number):
      sources[number].waiting += 1
      if sources[number].waiting > 1 { return false }
      lacking -= 1
      if lacking > 0 { return false }
      for number in sources.indices {
        sources[number].waiting -= 1
        if sources[number].waiting > 0 { continue }
        lacking += 1
        if let end = sources[number].end { isUsedUp(end) }
      }
      return true
    }
  }

  /// Notes that a source with the end `end` has no more values. Completion wins over a loss.
  @inlinable
  mutating func isUsedUp(_ end: ZipInput.End) {
    if self.end != .completed { self.end = end }
  }
}

extension Array {
  /// Adds `signal` to the sources of `zip`, and returns the place of its values.
  @inlinable
  mutating func add<Value, Failure>(_ signal: some SignalProtocol<Value, Failure>) -> ArrivedValues<Value>
  where Element == PlacedSource<ZipInput, Failure> {
    let place = ArrivedValues<Value>()
    append(PlacedSource(signal.signal, place))
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
