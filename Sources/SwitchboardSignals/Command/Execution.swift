public import SwitchboardBroadcast

/// One execution of a ``Command``: a signal of the work's events, and the handle that cancels the work. A subscriber
/// receives all events from the beginning, whenever it subscribes.
///
/// Dropping the execution, or disposing a subscription to it, does not cancel the work. ``dispose()`` cancels the work,
/// and so does the last subscriber of ``whileSubscribed`` when it leaves. A cancelled execution sends no event: its
/// subscriptions end, and ``Command/executing`` reports the end.
public final class Execution<Value: Sendable, Failure: Error>: SignalProtocol, Disposable {
  private let subject: ReplaySubject<Value, CommandError<Failure>>
  /// The work's subscription.
  private let chain = ExecutionChain()
  private let observers = Lock(0)

  init(fileID: StaticString, line: UInt32) {
    subject = ReplaySubject(fileID: fileID, line: line)
  }

  /// The values of the work, past values included, and its terminal event.
  public var signal: Signal<Value, CommandError<Failure>> { subject.signal }

  /// Whether the execution is over: ended, cancelled, or refused.
  public var isDisposed: Bool { chain.isDisposed }

  /// Cancels the work, if it is running. ``Command/executing`` has changed when this call returns.
  public func dispose() { chain.dispose() }

  /// A signal like ``signal`` that also cancels the work: when its last subscription is disposed and the work has not
  /// ended.
  public var whileSubscribed: Signal<Value, CommandError<Failure>> {
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

extension Execution: DisposableObject {
  @usableFromInline package func withMembership<Result>(_ body: (borrowing Membership) -> Result) -> Result? {
    chain.withMembership(body)
  }
}

extension Execution {
  /// The values of the execution. An error becomes completion.
  var withoutErrors: Signal<Value, Never> { subject.signal.catch { _ in Signal<Value, Never>.empty() } }

  func refuse(_ refusal: CommandRefusal) {
    chain.dispose()
    subject.send(error: .refused(refusal))
  }

  /// Subscribes to the work. The command has counted this execution already.
  func start(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    announce(work.name, for: core, fileID: fileID, line: line)
    let start = Probe.started(chain)
    attach(work, for: core, fileID: fileID, line: line)
    Probe.ended(start)
  }

  private func announce(
    _ name: String?, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    Probe.subscribed(chain, name: name, fileID: fileID, line: line)
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
          Probe.reached(chain)
          subject.send(value, fileID: fileID, line: line)
          core.values.send(value, fileID: fileID, line: line)
        },
        terminal: { terminal in
          // Captured here too: an operator may keep this closure and release the other.
          withExtendedLifetime(hold) {}
          // False means that the execution has been cancelled.
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
  // Sound: the only stored property, `whenOver`, has its own lock.

  /// A struct, because a bare closure in generic storage is wrapped once more at each access.
  private struct Action { let run: @Sendable (_ isEvent: Bool) -> Void }

  private let whenOver = Lock<Action?>(nil)

  /// - Parameter whenOver: Called once when the work is over, by any cause, after everything upstream has been
  ///   disposed. Its argument says whether an event of the work was the cause.
  func begin(whenOver run: @escaping @Sendable (_ isEvent: Bool) -> Void) {
    let action = Action(run: run)
    whenOver.withLock { $0 = action }
  }

  override func detach() { _ = over(byEvent: false) }

  /// Ends the execution. Returns false if it is over already, or is ending on another thread.
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
  /// Ends all subscriptions without an event, as if the subject were deallocated. A later subscriber still receives the
  /// replayed values, and then its subscription ends too.
  fileprivate func endWithoutEvent(fileID: StaticString, line: UInt32) {
    broadcaster.terminate(fileID: fileID, line: line) { _ in }
  }
}
