public import SwitchboardBroadcast

extension Signal {
  /// Sends the latest values of all `sources`, in their order, each time that one of them sends, once all have.
  ///
  /// Completes when all have completed, at once if there is none, and fails when one does. If one dies without a terminal
  /// event, ends without one when the others have ended. Serial, whatever threads they send on (R6): each value takes part
  /// in the order in which it was accepted. No lock is held while a handler runs (R4). Source: RACSignal combineLatest.
  ///
  /// Cost: a lock and one send through an observer per value, and the array.
  @inlinable
  public static func combineLatest<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    return joiningLatest {
      let places = signals.map { _ in LatestOf<Element>() }
      return (Swift.zip(places, signals).map { $0.input(from: $1) }, { places.map(\.value) })
    }
  }

  /// - Parameter make: Makes the sources' places, and what puts their values together, for each subscription.
  @inlinable
  static func joiningLatest(
    _ make: @escaping @Sendable () -> (inputs: [LatestInput<Failure>], output: @Sendable () -> Value)
  ) -> Signal {
    Signal(attach: { sink, chain in
      let (inputs, output) = make()
      // Not the inputs: they keep the sources alive.
      let advances = inputs.map(\.advance)
      let missing = SerialState(inputs.count)
      let arrivals = Observer(
        Sink<Int, Failure>(
          value: { number in
            if advances[number]() { missing.value -= 1 }
            if missing.value == 0 { sink.value(output()) }
          }, terminal: sink.terminal), partOf: chain)
      chain.add(arrivals.subscriber)
      chain.attach(inputs.enumerated().map { $1.source(arrivals, $0) }, joinedBy: arrivals)
    })
  }
}

extension SignalProtocol {
  /// Sends the latest values of both each time that one sends, once both have. See ``Signal/combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other: SignalProtocol>(with other: Other) -> Signal<(Value, Other.Value), Failure>
  where Other.Failure == Failure { .combineLatest(self, other) }
}

/// The place of one source among those that are combined, without the type of its values.
@frozen
@usableFromInline
struct LatestInput<Failure: Error>: Sendable {
  /// Announces to an observer, under the number, each value that has arrived.
  @usableFromInline let source: @Sendable (Observer<Int, Failure>, Int) -> JoinedSource<Failure>
  /// Makes the value that has been announced the latest; whether it is the first.
  @usableFromInline let advance: @Sendable () -> Bool

  @inlinable
  init(
    source: @escaping @Sendable (Observer<Int, Failure>, Int) -> JoinedSource<Failure>,
    advance: @escaping @Sendable () -> Bool
  ) {
    self.source = source
    self.advance = advance
  }
}

/// A source's latest value, and those that have arrived and wait for their turn.
///
/// A source sends on a thread of its own; its values are announced to an observer, which brings those of all sources
/// into one order, and taken over when their turn comes.
@usableFromInline
final class LatestOf<Value: Sendable>: Sendable {
  @usableFromInline let arrived = Lock(Queue<Value>())
  @usableFromInline let latest = SerialState<Value?>(nil)

  @inlinable init() {}

  /// Only once all sources have sent.
  @inlinable var value: Value { latest.value! }

  @inlinable
  func input<Failure>(from signal: Signal<Value, Failure>) -> LatestInput<Failure> {
    LatestInput(
      source: { observer, number in
        JoinedSource(signal) { value in
          self.arrived.withLock { $0.append(value) }
          observer.send(number)
        }
      },
      advance: {
        let isFirst = self.latest.value == nil
        let next = self.arrived.withLock { $0.popFirst() }
        self.latest.value = next
        return isFirst
      })
  }
}
