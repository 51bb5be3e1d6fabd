import SwitchboardBroadcast
import Synchronization

extension SignalProtocol {
  /// Sends the events of the signal that sends an event first, and disposes the other signal.
  ///
  /// Subscribes to this signal first. If this signal sends an event immediately, `other` is never subscribed to. If one
  /// signal ends without a terminal event, the other signal can still win. Cost: one atomic load per value.
  ///
  /// - Parameter other: Subscribed to after this signal, unless this signal has won by then.
  public func race(with other: some SignalProtocol<Value, Failure>) -> Signal<Value, Failure> {
    let sources = [signal, other.signal]
    return Signal(attach: { sink, chain in
      let winner = Winner()
      let hasLost = Flag()
      let branches = (0..<2).map { number in
        // The loser may end without an event before the winner finishes the loser's branch. That end must not end the
        // chain.
        Branch(onLoss: { [weak chain] _ in if hasLost.isSecond() || winner.number == number { chain?.dispose() } })
      }
      for branch in branches { chain.add(branch) }
      for (number, source) in sources.enumerated() {
        let (branch, loser) = (branches[number], branches[1 - number])
        if chain.isDisposed || winner.isKnown { return }
        source.attach(
          Sink(
            value: { value in
              if winner.isKnown {
                if winner.number == number { sink.value(value) }
              } else if winner.claim(number) {
                _ = loser.finish()
                sink.value(value)
              }
            },
            terminal: { terminal in
              // First, because the end of a branch runs user code, which may make the other source send.
              let isWinner = winner.claim(number) || winner.number == number
              if isWinner { _ = loser.finish() }
              _ = branch.finish()
              if isWinner { sink.terminal(terminal) }
            }), branch)
      }
    })
  }
}

/// The number of the source that sent first, decided once.
final class Winner: Sendable {
  let place = Atomic<Int>(-1)
  init() {}
  var number: Int { place.load(ordering: .acquiring) }
  var isKnown: Bool { number >= 0 }
  func claim(_ number: Int) -> Bool {
    place.compareExchange(expected: -1, desired: number, ordering: .acquiringAndReleasing).exchanged
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the events of the signal that sends an event first. See ``race(with:)``.
  @_disfavoredOverload
  public func race(with other: some SignalProtocol<Value, Never>) -> Signal<Value, Failure> {
    race(with: other.promoted() as Signal<Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends the events of the signal that sends an event first. See ``race(with:)``.
  @_disfavoredOverload
  public func race<NewFailure>(
    with other: some SignalProtocol<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { setFailureType(to: NewFailure.self).race(with: other) }
}
