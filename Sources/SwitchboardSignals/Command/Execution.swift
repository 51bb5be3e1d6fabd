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
    let (chain, subject, isEnding) = (chain, subject, OnceFlag())
    SignalProbe.subscribed(chain, name: work.name, fileID: fileID, line: line)
    chain.begin {
      core.change { $0.end() }
      if isEnding.set() { subject.endWithoutEvent(fileID: fileID, line: line) }
    }
    let start = SignalProbe.started(chain)
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
          SignalProbe.terminated(chain, terminal)
          // Otherwise it has been cancelled.
          guard isEnding.set() else { return }
          chain.over()
          switch terminal {
          case .error(let error):
            core.errors.send(error, fileID: fileID, line: line)
            subject.send(error: .failed(error), fileID: fileID, line: line)
          case .completed: subject.sendCompleted(fileID: fileID, line: line)
          }
        }), chain)
    SignalProbe.ended(start)
  }
}

/// The subscription to an execution's work.
private final class ExecutionChain: Chain, @unchecked Sendable {
  // Sound: what it adds has its own lock.
  private let whenOver = Lock<(@Sendable () -> Void)?>(nil)

  /// - Parameter whenOver: Called once, however the work ends, when what is upstream has been disposed.
  func begin(whenOver action: @escaping @Sendable () -> Void) { whenOver.withLock { $0 = action } }

  override func detach() { over() }

  func over() {
    guard finish() else { return }
    let action = whenOver.withLock { whenOver in
      let action = whenOver
      whenOver = nil
      return action
    }
    action?()
  }
}

extension ReplaySubject {
  /// Ends the subscriptions, those of late comers too, as if the subject had gone; what it replays it still does.
  fileprivate func endWithoutEvent(fileID: StaticString, line: UInt32) {
    broadcaster.terminate(fileID: fileID, line: line) { _ in }
  }
}
