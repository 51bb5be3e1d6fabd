public import SwitchboardBroadcast

/// One subscription to a signal, shared by all who subscribe here through a subject. Source: RACMulticastConnection.
///
/// ```swift
/// let prices = feed.publish()          // nothing is subscribed to yet
/// prices.subscribe { print($0) }
/// prices.connect()                     // now; once for everybody
/// ```
///
/// | call | does |
/// |---|---|
/// | ``connect(fileID:line:)`` | subscribes to the source, unless that has been done; all callers get one handle |
/// | ``disconnect()`` | ends that subscription; who subscribed here stays, and gets what the next `connect()` brings |
/// | ``reconnect(fileID:line:)`` | begins anew: a fresh subject, connected; subscriptions to the one before end without an event |
/// | ``autoconnect(after:fileID:line:)`` | connects when the first subscribes, disconnects when the last has left |
///
/// After the *end*, by a terminal event of the source, late subscribers get what the subject replays and that event, and `connect()` does nothing: the
/// subscription returned has ended. ``reconnect(fileID:line:)`` begins anew. When the source *dies* without an event, so do
/// the subscriptions here that only it could send to, and the next `connect()` begins anew.
///
/// There are never two subscriptions to the source at once, whoever calls what on which thread, also from inside the source's
/// producer: a `connect()` that finds another connect or disconnect in progress returns, and that one's thread connects when it
/// is over. No lock is held meanwhile (R4).
///
/// Dropping a connection ends nothing. The source, while connected, keeps the subject; so does the connection.
///
/// Unlike RACMulticastConnection, which connects once and never again, and whose autoconnected signal is silent for who comes
/// after the last has left.
public final class MulticastConnection<Value: Sendable, Failure: Error>: SignalProtocol {
  typealias Subject = any SignalProtocol<Value, Failure> & ObserverProtocol<Value, Failure>
  typealias Round = MulticastRound<Value, Failure>

  let source: Signal<Value, Failure>
  private let makeSubject: @Sendable () -> Subject
  /// Whether there is one subject for good, which others may send to.
  private let hasOwnSubject: Bool
  private let connectsLazily: Bool
  let gate = ConnectionGate()
  private let round = Lock<Round?>(nil)
  private let fileID: StaticString
  private let line: UInt32

  init(
    _ source: Signal<Value, Failure>, hasOwnSubject: Bool = false, lazily: Bool = false, fileID: StaticString,
    line: UInt32, _ makeSubject: @escaping @Sendable () -> Subject
  ) {
    (self.source, self.makeSubject, self.hasOwnSubject) = (source, makeSubject, hasOwnSubject)
    (self.connectsLazily, self.fileID, self.line) = (lazily, fileID, line)
  }

  /// What the source sends while connected, through the subject. Subscribing connects nothing, unless this is a
  /// ``SignalProtocol/replayLazily(capacity:fileID:line:)``.
  public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in
      let round = self.currentRound
      round.subject.signal.attach(sink, chain)
      if self.connectsLazily { self.connect(round, isAsked: true, fileID: self.fileID, line: self.line) }
    })
  }

  /// Whether the source is subscribed to, or about to be by another thread.
  public var isConnected: Bool { round.withLock { $0 }?.record.isConnected ?? false }

  /// Subscribes to the source, unless it is subscribed to or has ended. What it sends on the spot has been sent when this returns.
  ///
  /// - Returns: The subscription to the source, the same for all callers: disposing it is ``disconnect()``. One that has ended,
  ///   if the source has.
  @discardableResult
  public func connect(fileID: StaticString = #fileID, line: UInt32 = #line) -> Subscription {
    while true {
      if let chain = connect(currentRound, isAsked: true, fileID: fileID, line: line) { return chain }
    }
  }

  /// Ends the subscription to the source, if there is one. Those who subscribed here stay.
  public func disconnect() {
    round.withLock { $0 }?.record.disconnected()?.dispose()
  }

  /// Ends the subscription to the source, if there is one, and connects a fresh subject, whether the source has ended or not. Who
  /// subscribed here before is not subscribed any more.
  ///
  /// - Precondition: This can make a subject: it was not made with ``SignalProtocol/multicast(_:fileID:line:)`` of one.
  @discardableResult
  public func reconnect(fileID: StaticString = #fileID, line: UInt32 = #line) -> Subscription {
    require(
      !hasOwnSubject,
      "this connection has only the subject it was given; make it with multicast { PublishSubject() }, which can make another"
    )
    let fresh = Round(makeSubject())
    gate.end {
      let old = round.withLock { round in
        let old = round
        round = fresh
        return old
      }
      old?.record.close()?.dispose()
    }
    return connect(fileID: fileID, line: line)
  }
}

extension MulticastConnection {
  var makesSubjects: Bool { !hasOwnSubject }

  /// The round that newcomers join. No lock is held while a subject is made.
  var currentRound: Round {
    if let round = round.withLock({ $0 }), !round.record.isOver { return round }
    let fresh = Round(makeSubject())
    let (current, dropped) = round.withLock { round -> (Round, Round?) in
      if let other = round, !other.record.isOver { return (other, nil) }
      let old = round
      round = fresh
      return (fresh, old)
    }
    withExtendedLifetime(dropped) {}
    return current
  }

  /// Connects `round`, unless it is or has been. Nil if it is over.
  ///
  /// - Parameter isAsked: Whether the connection is to stay when those have left for whom it is made.
  @discardableResult
  func connect(_ round: Round, isAsked: Bool, fileID: StaticString, line: UInt32) -> Subscription? {
    switch round.record.connection(isAsked: isAsked) {
    case .known(let chain): return chain
    case .unwanted: return nil
    case .none: break
    }
    let chain = ConnectionChain(gate)
    SignalProbe.subscribed(chain, name: source.name, fileID: fileID, line: line)
    switch round.record.connect(chain, isAsked: isAsked) {
    case .known(let other):
      chain.dispose()
      return other
    case .unwanted:
      chain.dispose()
      return nil
    case .none:
      gate.begin { self.start(chain, round, fileID: fileID, line: line) }
      return chain
    }
  }

  private func start(_ chain: ConnectionChain, _ round: Round, fileID: StaticString, line: UInt32) {
    if chain.isDisposed { return }
    let start = SignalProbe.started(chain)
    let (subject, record, hasOwnSubject) = (round.subject, round.record, hasOwnSubject)
    let onLoss: @Sendable () -> Void = { [weak self, weak chain, weak round] in
      guard let chain, !chain.isDisposed else { return }
      chain.end {
        // Only the source could send to a subject that was made here: those who wait for it must not wait for good.
        if !hasOwnSubject, record.lose(chain) { self?.letGo(of: round) }
      }
    }
    let branch = Branch(onLoss: onLoss)
    let hold = SinkHold(onRelease: onLoss)
    chain.add(branch)
    subject.add(upstream: chain)
    if !chain.isDisposed {
      source.attach(
        Sink(
          value: { value in
            if chain.isDisposed { return }
            withExtendedLifetime(hold) {}
            SignalProbe.delivered(to: chain)
            subject.send(value, fileID: fileID, line: line)
          },
          terminal: { terminal in
            // Here too: an operator may keep this closure and not the other.
            withExtendedLifetime(hold) {}
            SignalProbe.terminated(chain, terminal)
            var isEnd = false
            chain.end { isEnd = record.end(chain) }
            if isEnd { subject.send(terminal, fileID: fileID, line: line) }
          }), branch)
    }
    SignalProbe.ended(start)
  }

  private func letGo(of lost: Round?) {
    let dropped = round.withLock { round -> Round? in
      guard let lost, round === lost else { return nil }
      round = nil
      return lost
    }
    withExtendedLifetime(dropped) {}
  }
}
