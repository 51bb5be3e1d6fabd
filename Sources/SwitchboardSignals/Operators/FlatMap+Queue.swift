public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  @inlinable
  func flatMapQueueing<Output: Sendable>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let flattening = Flattening<Output, Failure>(sink, chain, sink.value)
      let waiting = WaitingSignals<Output, Failure>(limit)
      // What waits goes with the chain, however long a producer keeps its observer.
      chain.add(ActionDisposable { waiting.clear() })
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        let inner = transform(value)
        if flattening.hasEnded { return }
        flattening.running.oneMore()
        if waiting.add(inner) { waiting.run(inner, flattening) }
      }
    })
  }
}

/// Signals that wait until fewer than so many run.
@usableFromInline
final class WaitingSignals<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct State {
    /// How many more may run.
    @usableFromInline var free: Int
    @usableFromInline var signals = Queue<Signal<Value, Failure>>()
    @inlinable init(free: Int) { self.free = free }
  }

  @usableFromInline let state: Lock<State>
  @inlinable init(_ limit: Int) { state = Lock(State(free: limit)) }

  /// Takes a place for `signal`, or lets it wait. Whether it may run.
  @inlinable
  func add(_ signal: Signal<Value, Failure>) -> Bool {
    state.withLock { state in
      if state.free == 0 {
        state.signals.append(signal)
        return false
      }
      state.free -= 1
      return true
    }
  }

  /// The next one, for the place of one that is over.
  @inlinable
  func next() -> Signal<Value, Failure>? {
    state.withLock { state in
      let next = state.signals.popFirst()
      if next == nil { state.free += 1 }
      return next
    }
  }

  /// Runs `first`, and those that wait for its place.
  @inlinable
  func run(_ first: Signal<Value, Failure>?, _ flattening: Flattening<Value, Failure>) {
    if let first, start(first, flattening) { runWaiting(flattening) }
  }

  /// Runs those that wait, in a loop, because any number may complete inside their subscription. Other threads may have
  /// sent them, so they are not the doing of an update's closure that is in progress here.
  @inlinable
  func runWaiting(_ flattening: Flattening<Value, Failure>) {
    UpdateScope.runForeign { while let signal = next(), start(signal, flattening) {} }
  }

  /// Subscribes to `signal`. Whether it has completed by then.
  @inlinable
  func start(_ signal: Signal<Value, Failure>, _ flattening: Flattening<Value, Failure>) -> Bool {
    if flattening.hasEnded { return false }
    let observer = flattening.observer
    let handover = Handover()
    let branch = flattening.makeBranch(onLoss: { [weak observer, weak chain = flattening.chain] in
      RunningSources.end(chain, after: observer)
    })
    flattening.attach(
      signal, branch, { observer.send($0) },
      onCompleted: { if handover.isSecond() { self.runWaiting(flattening) } })
    return handover.isSecond()
  }

  @usableFromInline
  func clear() {
    let dropped = state.withLock { state in
      let signals = state.signals
      state.signals = Queue()
      return signals
    }
    withExtendedLifetime(dropped) {}
  }
}

/// Decides who goes on when a signal has completed: whoever comes second, its subscription's return or its completion.
@usableFromInline
final class Handover: Sendable {
  @usableFromInline let hasFirst = Atomic<Bool>(false)
  @inlinable init() {}
  @inlinable func isSecond() -> Bool { hasFirst.exchange(true, ordering: .acquiringAndReleasing) }
}
