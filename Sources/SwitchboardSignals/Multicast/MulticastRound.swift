import SwitchboardBroadcast

/// A subject of a connection, and what goes on with it. Another follows when it is over.
///
/// ```
/// MulticastConnection, source's sinks ──strong──▶ MulticastRound, subject ──strong──▶ subscribers ──strong──▶ Seat
/// RoundRecord ◀──strong── Seat, MulticastRound
/// ```
/// What subscribers hold knows the record and not the subject: so they end when nobody can send to them any more.
final class MulticastRound<Value: Sendable, Failure: Error>: Sendable {
  let subject: any SignalProtocol<Value, Failure> & ObserverProtocol<Value, Failure>
  let record = RoundRecord()

  init(_ subject: any SignalProtocol<Value, Failure> & ObserverProtocol<Value, Failure>) { self.subject = subject }
}

/// What has happened in a round so far.
final class RoundRecord: Sendable {
  private struct State {
    /// The latest subscription to the source.
    var chain: Chain?
    /// Whether somebody asked for it other than by subscribing.
    var isAsked = false
    /// Whether the source has ended by a terminal event.
    var hasEnded = false
    /// Whether newcomers have to join another round.
    var isOver = false
    /// Those who share the connection and want it, and how many of them are subscribed to the subject.
    var seats = 0
    var seated = 0

    var live: Chain? { hasEnded || chain?.isDisposed != false ? nil : chain }
  }

  enum Answer {
    /// It is subscribed to, by this; or has ended, and this has.
    case known(Chain)
    /// The round is over, or nobody is left for whom it would be connected.
    case unwanted
    case none
  }

  private let state = Lock(State())

  var isOver: Bool { state.withLock { $0.isOver } }
  var isConnected: Bool { state.withLock { $0.live != nil } }

  func connection(isAsked: Bool) -> Answer { state.withLock { Self.answer(&$0, isAsked) } }

  /// Makes `chain` the one, unless there is one.
  func connect(_ chain: Chain, isAsked: Bool) -> Answer {
    let (answer, old) = state.withLock { state -> (Answer, Chain?) in
      let answer = Self.answer(&state, isAsked)
      guard case .none = answer else { return (answer, nil) }
      let old = state.chain
      state.chain = chain
      return (answer, old)
    }
    withExtendedLifetime(old) {}
    return answer
  }

  private static func answer(_ state: inout State, _ isAsked: Bool) -> Answer {
    if state.isOver || !isAsked && state.seats == 0 { return .unwanted }
    if isAsked { state.isAsked = true }
    if let chain = state.chain, state.hasEnded || !chain.isDisposed { return .known(chain) }
    return .none
  }

  /// The source has sent its terminal event. False if it was disconnected before.
  func end(_ chain: Chain) -> Bool {
    state.withLock { state in
      if state.chain !== chain || chain.isDisposed { return false }
      state.hasEnded = true
      return true
    }
  }

  /// The source has died. False if the round is over, or has another connection, anyway.
  func lose(_ chain: Chain) -> Bool {
    state.withLock { state in
      if state.chain !== chain || state.isOver || state.hasEnded { return false }
      state.isOver = true
      return true
    }
  }

  /// Somebody wants it no longer. Returns what is to be disposed.
  func disconnected() -> Chain? {
    state.withLock { state in
      state.isAsked = false
      return state.live
    }
  }

  /// No newcomer may join any more. Returns what is to be disposed.
  func close() -> Chain? {
    state.withLock { state in
      state.isOver = true
      return state.live
    }
  }
}

extension RoundRecord {
  /// Somebody comes who shares the connection. False if it is too late.
  func reserve() -> Bool {
    state.withLock { state in
      if !state.isOver { state.seats += 1 }
      return !state.isOver
    }
  }

  /// One who came is subscribed to the subject. True if `count` are, and nothing is connected.
  func sit(count: Int) -> Bool {
    state.withLock { state in
      state.seated += 1
      return state.seated >= count && state.live == nil && !state.hasEnded && !state.isOver
    }
  }

  /// One leaves. When it is the last, returns what is to be disposed, unless somebody asked for it.
  ///
  /// - Parameter isFinal: Whether newcomers then join another round.
  func leave(wasSeated: Bool, isFinal: Bool) -> Chain? {
    state.withLock { state in
      state.seats -= 1
      if wasSeated { state.seated -= 1 }
      guard state.seats == 0, !state.isAsked, let live = state.live else { return nil }
      if isFinal {
        state.isOver = true
      } else {
        // Who comes before it has been disposed must connect anew.
        state.chain = nil
      }
      return live
    }
  }
}
