import SwitchboardBroadcast

/// Lets a connection to a source begin only when no other connection begins or ends. The gate holds no lock meanwhile
/// and never waits: a caller that finds a connect or disconnect in progress leaves its work to the thread in progress.
final class ConnectionGate: Sendable {
  private struct State {
    var inProgress = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  /// Runs `connect` now, or when the work in progress is over.
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

  /// Runs `end` now, even during a connect: a producer that is busy in its own connection must see the disconnect.
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
  // Sound: the only stored property, `gate`, is constant.
  private let gate: ConnectionGate

  init(_ gate: ConnectionGate) {
    self.gate = gate
    super.init()
  }

  override func detach() { end {} }

  /// Runs `body`, then ends the chain, all inside the gate.
  func end(_ body: () -> Void) {
    gate.end {
      body()
      _ = finish()
    }
  }
}

/// An object that the sink of a source captures. It calls `onRelease` when the source releases the sink. The chain
/// cannot report that, because other objects hold the chain.
final class SinkHold: Sendable {
  private let onRelease: @Sendable () -> Void
  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }
}
