import SwitchboardBroadcast
import Synchronization

extension Signal {
  func flatMapQueueing<Output: Sendable>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    Signal<Output, Failure>(isFlattening: true) { [attach] sink, chain in
      let observer = Observer(sink, partOf: chain)
      let flattening = Flattening(observer, chain) { $0.value }
      let waiting = WaitingSignals(limit, for: chain, in: flattening.running)
      // The waiting signals are released when the chain ends, even if a producer keeps its observer longer.
      chain.add(ActionDisposable { waiting.clear() })
      // The outer sink holds `spare`, and `waiting` does not, because an inner keeps the flattening alive.
      let spare = SerialState<Inner?>(nil)
      flattening.attachOuter(attach) { value in
        if flattening.hasEnded { return }
        let signal = Signal<Output, any Error>(retyping: transform(value))
        if flattening.hasEnded { return }
        flattening.running.oneMore()
        guard waiting.add({ { $0.attach(signal, $0.flattening.observer(of: Output.self)) } }) else { return }
        guard let inner = waiting.makeInner(spare.value.take(), flattening) else { return }
        let release = Probe.released(waiting.held)
        inner.attach(signal, observer)
        Probe.ended(release)
        if waiting.settle(consume inner, spare, flattening) { waiting.runWaiting(spare, flattening) }
      }
    }
  }
}

/// Limits the number of inner signals that run, and keeps the signals that wait for a place.
final class WaitingSignals: Sendable {
  /// Subscribes to a signal that waits. Holds nothing but the signal: the chain holds what waits.
  typealias Attach = @Sendable (Inner) -> Void

  struct Waiting: Sendable {
    let attach: Attach
    let held: Probe.Held
  }

  private struct State {
    /// The number of further signals that may run.
    var free: Int
    var signals = Queue<Waiting>()
  }

  private let state: Lock<State>
  /// Ends if a signal ends without a terminal event, because further signals may wait for its end.
  private let running: Join
  /// What a trace shows as the state of a signal that does not wait.
  let held: Probe.Held

  init(_ limit: Int, for chain: Chain, in running: Join) {
    state = Lock(State(free: limit))
    self.running = running
    held = Probe.holding(for: chain)
  }

  private var mustWait: Bool { state.withLock { $0.free == 0 } }

  /// Takes a place for a signal, or lets the signal wait. Returns whether the signal may run.
  ///
  /// - Parameter attach: Returns what subscribes to the signal. Called only if the signal has to wait, under the lock,
  ///   so it must run no user code.
  func add(_ attach: () -> Attach) -> Bool {
    // Before the lock, because a thread that records may have to wait.
    let held = Probe.held(held, if: mustWait)
    return state.withLock { state in
      if state.free == 0 {
        state.signals.append(Waiting(attach: attach(), held: held))
        return false
      }
      state.free -= 1
      return true
    }
  }

  /// Returns the next waiting signal, for the place of a signal that has ended. Frees the place if no signal waits.
  private func next() -> Waiting? {
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
  ///
  /// - Parameter spare: An inner that the next signal can get. Nil if it may be in use on another thread.
  func runWaiting(_ spare: SerialState<Inner?>?, _ flattening: Flattening) {
    guard let first = next() else { return }
    let spare = spare ?? SerialState(nil)
    UpdateScope.runForeign {
      var waiting: Waiting? = first
      while let current = waiting, let inner = makeInner(spare.value.take(), flattening) {
        let release = Probe.released(current.held)
        current.attach(inner)
        Probe.ended(release)
        waiting = settle(consume inner, spare, flattening) ? next() : nil
      }
    }
  }

  /// Returns an inner for the next signal, which is `recycled` if that is not nil. Returns nil if `flattening` has
  /// ended.
  func makeInner(_ recycled: Inner?, _ flattening: Flattening) -> Inner? {
    flattening.hasEnded ? nil : recycled ?? QueuedInner(flattening, self)
  }

  /// Notes that the subscription to a signal has returned. If the signal has completed inside it, returns true, and
  /// puts the inner into `spare`, if nothing else uses the inner.
  func settle(_ inner: consuming Inner, _ spare: SerialState<Inner?>, _ flattening: Flattening) -> Bool {
    if inner.branch.begin() { return false }
    if inner.branch.progress.load(ordering: .acquiring) == .lost {
      running.end()
      return false
    }
    inner.recycle(in: spare)
    return !flattening.hasEnded
  }

  /// Releases the signals that wait.
  func clear() {
    var dropped = Queue<Waiting>()
    state.withLock { swap(&$0.signals, &dropped) }
    keepAlive(dropped)
  }
}

/// Receives the events of an inner signal. When that signal has completed, starts the next signal that waits.
private final class QueuedInner: Inner, @unchecked Sendable {
  // Sound: the property that this class adds is constant.
  private let waiting: WaitingSignals

  init(_ flattening: Flattening, _ waiting: WaitingSignals) {
    self.waiting = waiting
    super.init(flattening.recycledBranch { [running = flattening.running] _ in running.end() }, in: flattening)
    flattening.inners.add(branch)
  }

  /// Takes the terminal event of a signal, which has been counted as running since it arrived.
  override func end(_ terminal: Terminal) {
    switch branch.progress.exchange(.ended, ordering: .acquiringAndReleasing) {
    case .attaching: branch.endWithin()
    case .running:
      guard branch.finish() else { return }
      if case .completed = terminal { waiting.runWaiting(nil, flattening) }
    case .ended, .lost: return
    }
    flattening.running.send(terminal)
    flattening.leaveIfOneIsLeft()
  }
}
