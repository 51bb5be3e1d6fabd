import Switchboard
import Synchronization

/// Lets a number of publications begin in each second of the real clock, which also decides what is killed when.
final class Pace: Sendable {
  private struct State {
    var allowed = 0
    /// The one loop that waits.
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let begun = Atomic(0)
  private let timer = SerialDisposable()

  init(perSecond rate: Int) {
    let start = ContinuousClock.now
    timer.disposable = Scheduler.queue(label: "pace").schedule(after: .zero, every: .milliseconds(5)) { [weak self] in
      self?.allow(Int((ContinuousClock.now - start) / .seconds(1) * Double(rate)) + 1)
    }
  }

  /// Returns when the next publication may begin.
  func next() async {
    let number = begun.add(1, ordering: .relaxed).newValue
    await withCheckedContinuation { continuation in
      let isAllowed = state.withLock { state in
        if number > state.allowed { state.waiter = continuation }
        return number <= state.allowed
      }
      if isAllowed { continuation.resume() }
    }
  }

  private func allow(_ count: Int) {
    let waiter = state.withLock { state in
      let waiter = count > state.allowed ? state.waiter.take() : nil
      state.allowed = max(state.allowed, count)
      return waiter
    }
    waiter?.resume()
  }
}
