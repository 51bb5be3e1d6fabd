public import SwitchboardBroadcast

/// One subscription to a signal, shared through a subject by all subscribers of this connection.
///
/// ```swift
/// let prices = feed.publish()          // nothing is subscribed to yet
/// prices.subscribe { print($0) }
/// prices.connect()                     // now; once for everybody
/// ```
///
/// | call | does |
/// |---|---|
/// | ``connect(fileID:line:)`` | subscribes to the source, unless it is subscribed to; all callers get one handle |
/// | ``disconnect()`` | ends the subscription to the source; subscribers stay for the next `connect()` |
/// | ``reconnect(fileID:line:)`` | connects a fresh subject; earlier subscriptions end without an event |
/// | ``autoconnect(after:fileID:line:)`` | connects with the first subscriber, disconnects after the last |
///
/// When the source *ends* by a terminal event, late subscribers get what the subject replays and the terminal event.
/// Then `connect()` does nothing and returns a subscription that has ended, and ``reconnect(fileID:line:)`` starts
/// again. When the source *dies* without an event, the subscriptions here that only the source could send to end too.
/// The next `connect()` then starts again.
///
/// There are never two subscriptions to the source at the same time, whichever threads make the calls, and even if the
/// source's producer makes them. A `connect()` that finds another connect or disconnect in progress returns. The thread
/// in progress then connects when it is done. No lock is held meanwhile (promise R4).
///
/// Dropping a connection ends nothing. The connected source keeps the subject alive, and so does the connection.
///
/// Differences from RACMulticastConnection: that connects once and never again, and its autoconnected signal sends
/// nothing to subscribers that come after the last one has left.
///
/// Source: RACMulticastConnection.
public final class MulticastConnection<Value: Sendable, Failure: Error>: SignalProtocol {
  @usableFromInline typealias Subject = SharedSubject<Value, Failure>

  /// A subject of a connection, and the state of its subscription to the source. When a round is over, another round
  /// follows.
  ///
  /// ```
  /// MulticastConnection, source's sinks ──strong──▶ Round, subject
  /// subject ──strong──▶ subscribers ──strong──▶ ConnectionReference
  /// RoundRecord ◀──strong── ConnectionReference, Round
  /// ```
  /// A subscriber's reference holds the record and not the subject. So the subscriptions end when nothing can send to
  /// the subject any more.
  final class Round: Sendable {
    let subject: Subject
    let record = RoundRecord()

    init(_ subject: Subject) { self.subject = subject }
  }

  let source: Signal<Value, Failure>
  private let makeSubject: @Sendable () -> Subject
  /// Whether the connection has one subject for good, given by the caller, which other code may send to.
  let hasOwnSubject: Bool
  private let connectsLazily: Bool
  /// What keeps the connection for a time without subscribers. Such a connection begins anew after the end.
  private let keeping: KeepingConnected?
  let gate = ConnectionGate()
  private let round = Lock<Round?>(nil)
  private let fileID: StaticString
  private let line: UInt32

  @usableFromInline
  init(
    _ source: Signal<Value, Failure>, hasOwnSubject: Bool = false, lazily: Bool = false,
    keeping: KeepingConnected? = nil, fileID: StaticString, line: UInt32,
    _ makeSubject: @escaping @Sendable () -> Subject
  ) {
    (self.source, self.makeSubject, self.hasOwnSubject) = (source, makeSubject, hasOwnSubject)
    (self.connectsLazily, self.keeping, self.fileID, self.line) = (lazily, keeping, fileID, line)
    Probe.made(self, as: MulticastConnection.self, name: nil, fileID: fileID, line: line)
  }

  /// The values that the source sends while connected, through the subject. Subscribing does not connect, except with
  /// ``SignalProtocol/replayLazily(capacity:fileID:line:)``.
  public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in
      let round = self.currentRound
      chain.add(round.record)
      round.record.join()
      round.subject.signal.attach(sink, chain)
      if self.connectsLazily { self.connect(round, isAsked: true, fileID: self.fileID, line: self.line) }
    })
  }

  /// Whether the source is subscribed to, or another thread is about to subscribe to it.
  public var isConnected: Bool { round.withLock { $0 }?.record.isConnected ?? false }

  /// Subscribes to the source, unless it is subscribed to or has ended. Values that the source sends synchronously have
  /// been sent when this call returns.
  ///
  /// - Returns: The subscription to the source, the same for all callers. Disposing it has the effect of
  ///   ``disconnect()``. If the source has ended, the returned subscription has ended too.
  @discardableResult
  public func connect(fileID: StaticString = #fileID, line: UInt32 = #line) -> Subscription {
    while true {
      if let chain = connect(currentRound, isAsked: true, fileID: fileID, line: line) { return chain }
    }
  }

  /// Ends the subscription to the source, if there is one. Subscribers of this connection stay.
  public func disconnect() {
    round.withLock { $0 }?.record.disconnected()?.dispose()
  }

  /// Ends the subscription to the source, if there is one, and connects a fresh subject, whether or not the source has
  /// ended. Earlier subscriptions to this connection end.
  ///
  /// - Precondition: This connection can make a subject: ``SignalProtocol/multicast(_:fileID:line:)`` was not given
  ///   one.
  @discardableResult
  public func reconnect(fileID: StaticString = #fileID, line: UInt32 = #line) -> Subscription {
    require(
      !hasOwnSubject,
      """
      cannot reconnect a connection that has one fixed subject; make the connection with \
      multicast { PublishSubject() }, which makes a new subject each time
      """)
    let fresh = Round(makeSubject())
    gate.end {
      round.exchange(fresh)?.record.close()?.dispose()
    }
    return connect(fileID: fileID, line: line)
  }
}

extension MulticastConnection {
  /// The round that new subscribers join. No lock is held while a subject is made.
  var currentRound: Round {
    if let round = round.withLock({ $0 }), !round.record.isOver { return round }
    let fresh = Round(makeSubject())
    let (current, dropped) = round.withLock { round -> (Round, Round?) in
      if let other = round, !other.record.isOver { return (other, nil) }
      let old = round
      round = fresh
      return (fresh, old)
    }
    keepAlive(dropped)
    return current
  }

  /// Connects `round`, unless it is connected or its source has ended. Returns nil if the round is over, or if an
  /// autoconnected round has no subscriber left.
  ///
  /// - Parameter isAsked: Whether the connection stays after the last subscriber of ``autoconnect(after:fileID:line:)``
  ///   has left.
  @discardableResult
  func connect(_ round: Round, isAsked: Bool, fileID: StaticString, line: UInt32) -> Subscription? {
    let connection = round.record.connection(isAsked: isAsked) { makeChain(fileID: fileID, line: line) }
    guard let (chain, isNew) = connection else { return nil }
    if isNew { gate.begin { self.start(chain, round, fileID: fileID, line: line) } }
    return Subscription(chain)
  }

  private func makeChain(fileID: StaticString, line: UInt32) -> ConnectionChain {
    let chain = ConnectionChain(gate)
    Probe.subscribed(chain, name: source.name, fileID: fileID, line: line)
    Probe.formed(chain, as: .connection)
    return chain
  }

  private func start(_ chain: ConnectionChain, _ round: Round, fileID: StaticString, line: UInt32) {
    if chain.isDisposed { return }
    let start = Probe.started(chain)
    let (subject, record, hasOwnSubject) = (round.subject, round.record, hasOwnSubject)
    // Weak, as below: the record keeps the chain, which keeps these closures.
    let letGo: @Sendable () -> Void = { [weak self, weak round] in self?.letGo(of: round) }
    let onLoss: @Sendable () -> Void = { [weak chain, weak record] in
      guard let chain, !chain.isDisposed, !chain.isSilent else { return }
      chain.end {
        // Only the source sends to a subject that was made here. Its subscribers must not wait forever for a source
        // that died.
        if !hasOwnSubject, record?.lose(chain) == true { letGo() }
      }
      record?.cancelWait()
    }
    let beginsAnew = keeping != nil
    let branch = Branch(onLoss: { _ in onLoss() })
    let hold = SinkHold(onRelease: onLoss)
    chain.add(branch)
    subject.add(chain)
    if !chain.isDisposed {
      source.attach(
        Sink(
          value: { value in
            if chain.isDisposed { return }
            keepAlive(hold)
            Probe.reached(chain)
            subject.send(value, fileID, line)
          },
          terminal: { terminal in
            // Captured here too: an operator may keep this closure and release the other.
            keepAlive(hold)
            SignalProbe.terminated(chain, terminal)
            var isEnd = false
            chain.end { isEnd = record.end(chain) }
            if isEnd, beginsAnew {
              record.cancelWait()
              letGo()
            }
            if isEnd { subject.end(terminal, fileID, line) }
          }), branch)
    }
    Probe.ended(start)
  }

  /// Counts a subscriber of ``autoconnect(after:fileID:line:)`` out of its round. If the round is over, releases what
  /// its subject keeps.
  func leave(_ record: RoundRecord, wasActive: Bool) {
    if keeping?.keep(record, of: self, wasActive: wasActive) == true { return }
    countOut(record, wasActive: wasActive)
  }

  func countOut(_ record: RoundRecord, wasActive: Bool) {
    // The decision is made inside the gate: a subscriber that finds the round over must not connect the next round
    // before this connection has ended.
    gate.end {
      record.leave(wasActive: wasActive, isFinal: !hasOwnSubject)?.dispose()
      if record.isOver, let round = round.withLock({ $0 }), round.record === record { letGo(of: round) }
    }
  }

  private func letGo(of lost: Round?) {
    let dropped = round.withLock { round -> Round? in
      guard let lost, round === lost else { return nil }
      round = nil
      return lost
    }
    keepAlive(dropped)
  }
}

/// The subject of a connection, without its type. The closures are made where the class is known, so that a value needs
/// no look-up of metadata.
@usableFromInline
struct SharedSubject<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let signal: Signal<Value, Failure>
  @usableFromInline let send: @Sendable (Value, StaticString, UInt32) -> Void
  @usableFromInline let end: @Sendable (Terminal, StaticString, UInt32) -> Void
  /// Adds the connection, which ends with the subject.
  @usableFromInline let add: @Sendable (ConnectionChain) -> Void

  /// Shares a subject that other code may end.
  @inlinable
  init<Subject: SignalProtocol & ObserverProtocol>(
    _ subject: Subject
  ) where Subject.Value == Value, Subject.Failure == Failure {
    signal = subject.signal
    send = { subject.send($0, fileID: $1, line: $2) }
    end = { subject.send($0, fileID: $1, line: $2) }
    add = { subject.add(upstream: UpstreamConnection($0)) }
  }

  /// Shares a subject that only the connection knows.
  init(own subject: PublishSubject<Value, Failure>) {
    signal = subject.signal
    send = { subject.send($0, fileID: $1, line: $2) }
    end = { subject.send($0, fileID: $1, line: $2) }
    add = { _ in }
  }

  /// Shares a replay subject that only the connection knows.
  init(own subject: ReplaySubject<Value, Failure>) {
    signal = subject.signal
    send = { subject.send($0, fileID: $1, line: $2) }
    end = { subject.send($0, fileID: $1, line: $2) }
    add = { _ in }
  }
}
