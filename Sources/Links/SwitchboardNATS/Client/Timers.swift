#if NATS
  internal import SwitchboardBroadcast

  /// What the thread of a connection does later. Few timers exist at a time, so a list is enough.
  final class Timers: Sendable {
    private struct Entry: Sendable {
      let due: ContinuousClock.Instant
      let action: @Sendable () -> Void
    }
    private struct State: Sendable {
      var entries: [Entry] = []
      var isEnded = false
    }
    private let state = Lock(State())

    /// Runs `action` after `delay`, unless the connection ends before. The caller wakes the thread.
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
      let entry = Entry(due: .now + delay.asDelay, action: action)
      state.withLock { if !$0.isEnded { $0.entries.append(entry) } }
    }

    /// Runs what is due, on the calling thread.
    func runDue() {
      let now = ContinuousClock.now
      let due = state.withLock { state in
        guard state.entries.contains(where: { $0.due <= now }) else { return [Entry]() }
        let due = state.entries.filter { $0.due <= now }
        state.entries.removeAll { $0.due <= now }
        return due
      }
      for entry in due { entry.action() }
    }

    /// For how long the thread may wait; -1 for ever.
    var millisecondsToNext: Int32 {
      guard let next = state.withLock({ $0.entries.map(\.due).min() }) else { return -1 }
      let wait = next - .now
      return wait <= .zero ? 0 : Int32(min(wait.milliseconds + 1, 60_000))
    }

    /// Forgets everything.
    func end() {
      let entries = state.withLock { state in
        defer { state = State(isEnded: true) }
        return state.entries
      }
      keepAlive(entries)
    }
  }
#endif
