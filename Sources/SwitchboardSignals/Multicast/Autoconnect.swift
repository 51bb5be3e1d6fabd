import SwitchboardBroadcast

extension MulticastConnection {
  /// A signal that connects when `count` are subscribed to it, and disconnects when the last has left.
  ///
  /// Who makes the number full is subscribed before the source is, so it misses nothing. A source that sends on the spot is
  /// heard by all. When somebody comes after the last has left, all begins anew, with a fresh subject, if this connection can
  /// make one, else with the same. After the end late subscribers get what the subject replays, and the terminal event.
  ///
  /// A connection that somebody also asked for with ``connect(fileID:line:)`` stays when the last leaves. All signals made
  /// here count together.
  ///
  /// Source: RACMulticastConnection autoconnect, RxSwift refCount.
  ///
  /// - Precondition: `count` is positive.
  public func autoconnect(
    after count: Int = 1, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    require(count > 0, "cannot connect before the first subscription; call connect() for that")
    return Signal(attach: { sink, chain in
      var round = self.currentRound
      while !round.record.reserve() { round = self.currentRound }
      let seat = Seat(round.record, self.gate, isFinal: self.makesSubjects)
      chain.add(seat)
      if chain.isDisposed { return }
      round.subject.signal.attach(sink, chain)
      if seat.sit(count: count) { self.connect(round, isAsked: false, fileID: fileID, line: line) }
    })
  }
}

/// The place of one who shares a connection.
private final class Seat: Disposable {
  private enum State { case reserved, taken, left }

  private let record: RoundRecord
  private let gate: ConnectionGate
  private let isFinal: Bool
  private let state = Lock(State.reserved)

  init(_ record: RoundRecord, _ gate: ConnectionGate, isFinal: Bool) {
    (self.record, self.gate, self.isFinal) = (record, gate, isFinal)
  }

  var isDisposed: Bool { state.withLock { $0 == .left } }

  func sit(count: Int) -> Bool {
    // Under the lock, so that who leaves meanwhile is counted out after it was counted in. It holds no other.
    state.withLock { state in
      if state == .left { return false }
      state = .taken
      return record.sit(count: count)
    }
  }

  func dispose() {
    let old = state.withLock { state in
      let old = state
      state = .left
      return old
    }
    if old == .left { return }
    // Through the gate before it is decided: who finds the round over must not connect the next one before this has ended.
    gate.end { record.leave(wasSeated: old == .taken, isFinal: isFinal)?.dispose() }
  }
}
