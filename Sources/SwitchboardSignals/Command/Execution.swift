public import SwitchboardBroadcast

/// One execution of a ``Command``: a signal of what the work sends, from its beginning, whenever somebody subscribes; and
/// what cancels the work.
///
/// Dropping it, or disposing a subscription to it, cancels nothing; ``dispose()`` does, and so does the last subscriber of
/// ``whileObserved``. A cancelled execution sends no event: its subscriptions end, and ``Command/executing`` says that it is over.
public final class Execution<Value: Sendable, Failure: Error>: SignalProtocol, Disposable {
  private let subject: ReplaySubject<Value, CommandError<Failure>>
  /// The work's subscription.
  private let chain = ExecutionChain()
  private let observers = Lock(0)

  init(fileID: StaticString, line: UInt32) {
    subject = ReplaySubject(capacity: .unlimited, fileID: fileID, line: line)
  }

  /// What the work sends, past values included, and how it ends.
  public var signal: Signal<Value, CommandError<Failure>> { subject.signal }

  /// Whether it is over: ended, cancelled, or refused.
  public var isDisposed: Bool { chain.isDisposed }

  /// Cancels the work, if it is running. ``Command/executing`` has changed when this returns.
  public func dispose() { chain.dispose() }

  public func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? { chain.withMembership(body) }

  /// The same as ``signal``, except that the work is cancelled when the last who subscribed here has disposed of it before it ended.
  public var whileObserved: Signal<Value, CommandError<Failure>> {
    Signal(attach: { sink, chain in
      self.observers.withLock { $0 += 1 }
      chain.add(ActionDisposable { self.oneLess() })
      self.subject.signal.attach(sink, chain)
    })
  }

  private func oneLess() {
    let isLast = observers.withLock { observers in
      observers -= 1
      return observers == 0
    }
    if isLast { dispose() }
  }
}

extension Execution {
  /// The values, and completion for an error.
  var withoutErrors: Signal<Value, Never> { subject.signal.catch { _ in Signal<Value, Never>.empty } }

  func refuse(_ refusal: CommandRefusal) {
    chain.dispose()
    subject.send(error: .refused(refusal))
  }

  /// Subscribes to the work, of which the command knows already.
  func start(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    announce(work.name, for: core, fileID: fileID, line: line)
    let start = SignalProbe.started(chain)
    attach(work, for: core, fileID: fileID, line: line)
    SignalProbe.ended(start)
  }

  private func announce(
    _ name: String?, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    SignalProbe.subscribed(chain, name: name, fileID: fileID, line: line)
    chain.begin { [subject] isEvent in
      core.change { $0.end() }
      if !isEvent { subject.endWithoutEvent(fileID: fileID, line: line) }
    }
  }

  private func attach(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    let (chain, subject) = (chain, subject)
    let hold = SinkHold { chain.dispose() }
    work.attach(
      Sink(
        value: { value in
          if chain.isDisposed { return }
          withExtendedLifetime(hold) {}
          SignalProbe.delivered(to: chain)
          subject.send(value, fileID: fileID, line: line)
          core.values.send(value, fileID: fileID, line: line)
        },
        terminal: { terminal in
          // Here too: an operator may keep this closure and not the other.
          withExtendedLifetime(hold) {}
          // Otherwise it has been cancelled.
          guard chain.over(byEvent: true) else { return }
          SignalProbe.terminated(chain, terminal)
          switch terminal {
          case .error(let error):
            core.errors.send(error, fileID: fileID, line: line)
            subject.send(error: .failed(error), fileID: fileID, line: line)
          case .completed: subject.sendCompleted(fileID: fileID, line: line)
          }
        }), chain)
  }
}

/// The subscription to an execution's work.
private final class ExecutionChain: Chain, @unchecked Sendable {
  // Sound: what it adds has its own lock.

  /// In a struct: a bare closure in generic storage is wrapped once more at each access.
  private struct Action { let run: @Sendable (_ isEvent: Bool) -> Void }

  private let whenOver = Lock<Action?>(nil)

  /// - Parameter whenOver: Called once, however the work ends, when what is upstream has been disposed; with whether that was by an
  ///   event of the work.
  func begin(whenOver run: @escaping @Sendable (_ isEvent: Bool) -> Void) {
    let action = Action(run: run)
    whenOver.withLock { $0 = action }
  }

  override func detach() { _ = over(byEvent: false) }

  /// Returns false if it is over already, or about to be.
  func over(byEvent isEvent: Bool) -> Bool {
    guard finish() else { return false }
    let action = whenOver.withLock { whenOver in
      let action = whenOver
      whenOver = nil
      return action
    }
    action?.run(isEvent)
    return true
  }
}

extension ReplaySubject {
  /// Ends the subscriptions, those of late comers too, as if the subject had gone; what it replays it still does.
  fileprivate func endWithoutEvent(fileID: StaticString, line: UInt32) {
    broadcaster.terminate(fileID: fileID, line: line) { _ in }
  }
}
