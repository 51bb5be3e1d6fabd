public import SwitchboardBroadcast

extension SignalProtocol {
  @inlinable
  func flatMapQueueing<Output: Sendable>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let outer = signal
    return Signal(attach: { sink, chain in
      let flattening = Flattening<Output, Failure>(sink, chain, sink.value)
      let waiting = WaitingSignals<Output, Failure>(limit)
      // The waiting signals are released when the chain ends, even if a producer keeps its observer longer.
      chain.add(ActionDisposable { waiting.clear() })
      flattening.attachOuter(outer) { value in
        if flattening.hasEnded { return }
        let inner = transform(value)
        if flattening.hasEnded { return }
        flattening.running.oneMore()
        if waiting.add(inner), waiting.start(inner, flattening) { waiting.runWaiting(flattening) }
      }
    })
  }
}

/// The signals that wait until fewer than a given number of signals run.
@usableFromInline
final class WaitingSignals<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  struct State {
    /// The number of further signals that may run.
    @usableFromInline var free: Int
    @usableFromInline var signals = Queue<Signal<Value, Failure>>()
    @inlinable init(free: Int) { self.free = free }
  }

  @usableFromInline let state: Lock<State>
  @inlinable init(_ limit: Int) { state = Lock(State(free: limit)) }

  /// Takes a place for `signal`, or lets `signal` wait. Returns whether `signal` may run.
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

  /// Returns the next waiting signal, for the place of a signal that has ended. Frees the place if no signal waits.
  @inlinable
  func next() -> Signal<Value, Failure>? {
    state.withLock { state in
      let next = state.signals.popFirst()
      if next == nil { state.free += 1 }
      return next
    }
  }

  /// Runs the signals that wait for the place of a completed signal. Runs them in a loop, because any number of them
  /// may complete inside their subscription.
  ///
  /// Other threads may have sent the waiting signals. What these signals do is therefore not attributed to the closure
  /// of an `update` that is in progress on this thread.
  @inlinable
  func runWaiting(_ flattening: Flattening<Value, Failure>) {
    UpdateScope.runForeign { while let signal = next(), start(signal, flattening) {} }
  }

  /// Subscribes to `signal`. Returns whether `signal` has completed before its subscription returns.
  @inlinable
  func start(_ signal: Signal<Value, Failure>, _ flattening: Flattening<Value, Failure>) -> Bool {
    if flattening.hasEnded { return false }
    let observer = flattening.observer
    let handover = Flag()
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
    var dropped = Queue<Signal<Value, Failure>>()
    state.withLock { swap(&$0.signals, &dropped) }
    keepAlive(dropped)
  }
}
