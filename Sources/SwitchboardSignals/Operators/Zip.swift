public import SwitchboardBroadcast

extension Signal {
  /// Sends the first values of all `sources` together, then the second ones, and so on.
  ///
  /// Completes as soon as one source has completed and all its values are used, at once if there is no source; fails when one
  /// does. If one dies, ends without an event when its values are used. Values wait for those of the other sources
  /// without limit. Serial, whatever threads they send on (R6), and no lock is held while a handler runs (R4). Source: RACSignal
  /// zip.
  ///
  /// Cost: a few short locks and one send through an observer per value, and the array.
  @inlinable
  public static func zip<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    return zipping {
      let places = signals.map { _ in ZippedOf<Element>() }
      return (Swift.zip(places, signals).map { $0.input(from: $1) }, { places.map { $0.next() } })
    }
  }

  /// - Parameter make: Makes the sources' places, and what takes a value from each, for each subscription.
  @inlinable
  static func zipping(
    _ make: @escaping @Sendable () -> (inputs: [ZippedInput<Failure>], output: @Sendable () -> Value)
  ) -> Signal {
    Signal(attach: { sink, chain in
      let (inputs, output) = make()
      if inputs.isEmpty { return sink.terminal(.completed) }
      // Not the inputs: they keep the sources alive.
      let (states, ends) = (inputs.map(\.state), inputs.map(\.end))
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
      chain.add(changes.subscriber)
      chain.attach(
        inputs.map { $0.source(changes) },
        onTerminal: { number, terminal in
          if case .error(let error) = terminal { return changes.send(error: error) }
          ends[number](.completed)
          changes.send(())
        },
        onLoss: { [weak changes, weak chain] number in
          ends[number](.lost)
          // Without the observer nobody is left who could send.
          if let changes { changes.send(()) } else { chain?.dispose() }
        })
    })
  }
}

extension SignalProtocol {
  /// Sends the first values of both together, then the second ones, and so on. See ``Signal/zip(_:)``.
  @inlinable
  public func zip<Other: SignalProtocol>(with other: Other) -> Signal<(Value, Other.Value), Failure>
  where Other.Failure == Failure { .zip(self, other) }
}

/// What a source that is zipped has for the others.
@frozen @usableFromInline
enum ZippedState { case ready, waiting, completed, lost }

/// The place of one source among those that are zipped, without the type of its values.
@frozen
@usableFromInline
struct ZippedInput<Failure: Error>: Sendable {
  /// Tells an observer when something has changed.
  @usableFromInline let source: @Sendable (Observer<Void, Failure>) -> JoinedSource<Failure>
  @usableFromInline let state: @Sendable () -> ZippedState
  @usableFromInline let end: @Sendable (ZippedState) -> Void

  @inlinable
  init(
    source: @escaping @Sendable (Observer<Void, Failure>) -> JoinedSource<Failure>,
    state: @escaping @Sendable () -> ZippedState, end: @escaping @Sendable (ZippedState) -> Void
  ) {
    self.source = source
    self.state = state
    self.end = end
  }
}

/// The values of a source that wait for those of the others.
@usableFromInline
final class ZippedOf<Value: Sendable>: Sendable {
  @usableFromInline
  struct Waiting {
    @usableFromInline var values = Queue<Value>()
    /// What the source is once its values are used.
    @usableFromInline var rest = ZippedState.waiting
    @inlinable init() {}
  }

  @usableFromInline let waiting = Lock(Waiting())

  @inlinable init() {}

  /// Only if the state is ready.
  @inlinable func next() -> Value { waiting.withLock { $0.values.popFirst() }! }

  @inlinable
  func input<Failure>(from signal: Signal<Value, Failure>) -> ZippedInput<Failure> {
    ZippedInput(
      source: { observer in
        JoinedSource(signal) { value in
          self.waiting.withLock { $0.values.append(value) }
          observer.send(())
        }
      },
      state: { self.waiting.withLock { $0.values.isEmpty ? $0.rest : .ready } },
      end: { rest in self.waiting.withLock { $0.rest = rest } })
  }
}

@frozen
@usableFromInline
struct WeakObserver<Value: Sendable, Failure: Error> {
  @usableFromInline weak var observer: Observer<Value, Failure>?
  @inlinable init() {}
}
