import SwitchboardBroadcast

extension MulticastConnection {
  /// Returns a signal that connects when it has `count` subscribers, and disconnects when the last subscriber leaves.
  ///
  /// The subscriber that completes the count is subscribed before the source is, so it misses nothing. All `count`
  /// subscribers receive what the source sends during the connect. After the last subscriber has left, the next
  /// subscriber starts a new round. The new round has a fresh subject if this connection can make one, otherwise the
  /// same subject. In the first case the old subject, with what it replays, is released when the last subscriber leaves
  /// (promise R9), and subscribers of the connection itself end. After the source has ended, late subscribers get what
  /// the subject replays, and the terminal event.
  ///
  /// If ``connect(fileID:line:)`` has been called too, the connection stays when the last subscriber leaves. All
  /// signals that this function returns for this connection share one count.
  ///
  /// Source: RACMulticastConnection autoconnect, RxSwift refCount.
  ///
  /// - Parameter count: How many subscribers are needed before the connection connects.
  /// - Precondition: `count` is positive.
  public func autoconnect(
    after count: Int = 1, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value, Failure> {
    require(count > 0, "cannot wait for fewer than one subscriber; to connect without subscribers, call connect()")
    return Signal(attach: { sink, chain in
      var round = self.currentRound
      while !round.record.reserve() { round = self.currentRound }
      let reference = ConnectionReference(round.record, of: self)
      chain.add(reference)
      if chain.isDisposed { return }
      round.subject.signal.attach(sink, chain)
      if reference.activate(count: count) { self.connect(round, isAsked: false, fileID: fileID, line: line) }
    })
  }
}

/// One subscriber's reference to a shared connection. The connection counts its references.
private final class ConnectionReference<Value: Sendable, Failure: Error>: SharedConnection, @unchecked Sendable {
  // Sound: `owner` is written only in the initialiser; the other properties are constant.
  private enum State { case reserved, active, left }

  private weak var owner: MulticastConnection<Value, Failure>?
  private let record: RoundRecord
  private let state = Lock(State.reserved)

  init(_ record: RoundRecord, of connection: MulticastConnection<Value, Failure>) {
    (self.record, owner) = (record, connection)
  }

  override var isDisposed: Bool { state.withLock { $0 == .left } }
  override var connection: Chain? { record.connection }

  func activate(count: Int) -> Bool {
    // Under the lock, so that a subscriber that leaves meanwhile is counted in before it is counted out. No code takes
    // the lock of a reference under the lock of `record`.
    state.withLock { state in
      if state == .left { return false }
      state = .active
      return record.activate(count: count)
    }
  }

  override func dispose() {
    let old = state.exchange(.left)
    if old == .left { return }
    if let owner { return owner.leave(record, wasActive: old == .active) }
    // Without the connection no subscriber can come any more.
    record.leave(wasActive: old == .active, isFinal: true)?.dispose()
  }
}

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
    while true {
      let next = state.withLock { state -> (@Sendable () -> Void)? in
        state.inProgress -= 1
        if state.inProgress > 0 || state.waiting.isEmpty { return nil }
        state.inProgress = 1
        return state.waiting.removeFirst()
      }
      guard let next else { return }
      next()
    }
  }
}

/// A connection's subscription to the source.
@usableFromInline
final class ConnectionChain: Chain, @unchecked Sendable {
  // Sound: the only stored property, `gate`, is constant.
  private let gate: ConnectionGate

  init(_ gate: ConnectionGate) {
    self.gate = gate
    super.init()
  }

  @usableFromInline override func detach() { end {} }

  /// Runs `body`, then ends the chain, all inside the gate.
  func end(_ body: () -> Void) {
    gate.end {
      body()
      _ = finish()
    }
  }
}

/// A connection as the subject knows it: the end of the subject ends the connection, and so does its deallocation,
/// unless a silent source has let go of the subject.
@usableFromInline
final class UpstreamConnection: Disposable, DisposableObject {
  private let chain: ConnectionChain
  /// Whether the subject is being deallocated.
  let isOrphan = Flag()

  @usableFromInline init(_ chain: ConnectionChain) { self.chain = chain }

  @usableFromInline var isDisposed: Bool { chain.isDisposed }
  @usableFromInline func dispose() { if !(isOrphan.isRaised && chain.isSilent) { chain.dispose() } }

  /// Lends the membership of the chain, because this object and the chain end together.
  @usableFromInline func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    chain.withMembership(body)
  }
}

/// An object that the sink of a source captures. It calls `onRelease` when the source releases the sink. The chain
/// cannot report that, because other objects hold the chain.
final class SinkHold: Sendable {
  private let onRelease: @Sendable () -> Void
  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }
}
