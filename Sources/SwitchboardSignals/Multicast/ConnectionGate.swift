import SwitchboardBroadcast

/// Lets one connection to a source begin only when no other begins or ends, without a lock held and without waiting: who finds
/// one doing so leaves the work to it.
final class ConnectionGate: Sendable {
  private struct State {
    var inProgress = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  /// Runs `connect` now, or when what is in progress is over.
  func begin(_ connect: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      if state.inProgress > 0 {
        state.waiting.append(connect)
        return false
      }
      state.inProgress = 1
      return true
    }
    guard isFree else { return }
    connect()
    leave()
  }

  /// Runs `end` now: a producer that is busy in its own connection has to hear of it.
  func end(_ end: () -> Void) {
    state.withLock { $0.inProgress += 1 }
    end()
    leave()
  }

  private func leave() {
    while let next = oneLess() { next() }
  }

  private func oneLess() -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.inProgress -= 1
      if state.inProgress > 0 || state.waiting.isEmpty { return nil }
      state.inProgress = 1
      return state.waiting.removeFirst()
    }
  }
}

/// A connection's subscription to the source.
final class ConnectionChain: Chain, @unchecked Sendable {
  // Sound: what it adds is constant.
  private let gate: ConnectionGate

  init(_ gate: ConnectionGate) {
    self.gate = gate
    super.init()
  }

  override func detach() { end {} }

  /// Ends after `body`.
  func end(_ body: () -> Void) {
    gate.end {
      body()
      _ = finish()
    }
  }
}

/// Captured by the sink that a source has: tells when the source lets go of it. The chain does not, because others hold it.
final class SinkHold: Sendable {
  private let onRelease: @Sendable () -> Void
  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }
}
