public import SwitchboardBroadcast
public import Synchronization

extension SignalProtocol {
  @inlinable
  func flatMapQueueing<Output: Sendable>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let attach = signal.attach
    return Signal(isFlattening: true) { sink, chain in
      let flattening = Flattening(sink, chain) { $0.value }
      let waiting = WaitingSignals<Output>(limit, for: chain, in: flattening.running)
      // The waiting signals are released when the chain ends, even if a producer keeps its observer longer.
      chain.add(ActionDisposable { waiting.clear() })
      // The outer sink holds `spare`, and `waiting` does not, because an inner keeps the flattening alive.
      let spare = SerialState<QueuedInner<Output>?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        let signal = transform(value).untyped
        if flattening.hasEnded { return }
        flattening.running.oneMore()
        guard waiting.add(signal) else { return }
        var inner = spare.value.take()
        if waiting.run((signal, waiting.held), &inner, flattening) { waiting.runWaiting(&inner, flattening) }
        spare.value = inner
      }
    }
  }
}

/// The signals that wait until fewer than a given number of signals run.
@usableFromInline
final class WaitingSignals<Value: Sendable>: Sendable {
  @usableFromInline typealias Waiting = (signal: Signal<Value, any Error>, held: Probe.Held)

  @usableFromInline
  struct State {
    /// The number of further signals that may run.
    @usableFromInline var free: Int
    @usableFromInline var signals = Queue<Waiting>()
    @inlinable init(free: Int) { self.free = free }
  }

  @usableFromInline let state: Lock<State>
  /// Ends if a signal ends without a terminal event, because further signals may wait for its end.
  @usableFromInline let running: Join
  /// The state of a signal that does not wait, for traces.
  @usableFromInline let held: Probe.Held

  @inlinable
  init(_ limit: Int, for chain: Chain, in running: Join) {
    state = Lock(State(free: limit))
    self.running = running
    held = Probe.holding(for: chain)
  }

  @inlinable var mustWait: Bool { state.withLock { $0.free == 0 } }

  /// Takes a place for `signal`, or lets `signal` wait. Returns whether `signal` may run.
  @inlinable
  func add(_ signal: Signal<Value, any Error>) -> Bool {
    // Before the lock, because a thread that records may have to wait.
    let held = Probe.held(held, if: mustWait)
    return state.withLock { state in
      if state.free == 0 {
        state.signals.append((signal, held))
        return false
      }
      state.free -= 1
      return true
    }
  }

  /// Returns the next waiting signal, for the place of a signal that has ended. Frees the place if no signal waits.
  @inlinable
  func next() -> Waiting? {
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
  func runWaiting(_ inner: inout QueuedInner<Value>?, _ flattening: Flattening<Value, Value>) {
    guard let first = next() else { return }
    UpdateScope.runForeign {
      var waiting: Waiting? = first
      while let current = waiting, run(current, &inner, flattening) { waiting = next() }
    }
  }

  /// Subscribes to a signal. Returns whether the signal has completed before its subscription returns.
  ///
  /// - Parameter recycled: An inner without a signal, or nil. Afterwards an inner that the next signal can get, or nil.
  @inlinable
  func run(
    _ waiting: Waiting, _ recycled: inout QueuedInner<Value>?,
    _ flattening: Flattening<Value, Value>
  ) -> Bool {
    if flattening.hasEnded { return false }
    var inner = recycled.take() ?? QueuedInner(flattening, self)
    let release = Probe.released(waiting.held)
    inner.attach(waiting.signal)
    Probe.ended(release)
    if inner.branch.begin() { return false }
    if inner.branch.progress.load(ordering: .acquiring) == .lost {
      running.end()
      return false
    }
    if isKnownUniquelyReferenced(&inner) {
      if inner.branch.revive() { recycled = inner }
    } else {
      inner.branch.membership.end()
    }
    return !flattening.hasEnded
  }

  @usableFromInline
  func clear() {
    var dropped = Queue<Waiting>()
    state.withLock { swap(&$0.signals, &dropped) }
    keepAlive(dropped)
  }
}

/// One of the signals of which a given number may run at a time.
@usableFromInline
final class QueuedInner<Value: Sendable>: Sendable {
  @usableFromInline let flattening: Flattening<Value, Value>
  @usableFromInline let branch: RecycledBranch
  @usableFromInline let waiting: WaitingSignals<Value>

  @inlinable
  init(_ flattening: Flattening<Value, Value>, _ waiting: WaitingSignals<Value>) {
    (self.flattening, self.waiting) = (flattening, waiting)
    branch = flattening.recycledBranch { [running = flattening.running] _ in running.end() }
    flattening.inners.add(branch)
  }

  // Not inlined: the sink must be released before the caller tests whether this object is uniquely referenced.
  @inlinable @inline(never)
  func attach(_ signal: Signal<Value, any Error>) {
    signal.attach(
      Sink(value: { self.flattening.observer.send($0) }, terminal: { self.endInTurn($0) }), branch,
      in: flattening.nested)
  }

  /// Takes the terminal event of a signal, which has been counted as running since it arrived.
  @inlinable
  func endInTurn(_ terminal: Terminal) {
    switch branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) {
    case .attaching: branch.endWithin()
    case .running:
      guard branch.finish() else { return }
      if case .completed = terminal {
        var inner: QueuedInner<Value>?
        waiting.runWaiting(&inner, flattening)
      }
    case .ended, .lost: return
    }
    flattening.observer.send(terminal, in: flattening.running)
    flattening.leaveIfOneIsLeft()
  }
}
