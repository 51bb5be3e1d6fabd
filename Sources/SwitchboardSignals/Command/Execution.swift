public import SwitchboardBroadcast
import Synchronization

/// One execution of a ``Command``: a signal of the work's events, and the handle that cancels the work. A subscriber
/// receives all events from the beginning, whenever it subscribes.
///
/// Dropping the execution, or disposing a subscription to it, does not cancel the work. ``dispose()`` cancels the work,
/// and so does the last subscriber of ``whileSubscribed`` when it leaves. A cancelled execution sends no event: its
/// subscriptions end, and ``Command/executing`` reports the end.
public final class Execution<Value: Sendable, Failure: Error>: SignalProtocol, Disposable {
  private let subject: ReplaySubject<Value, CommandError<Failure>>
  /// The work's subscription.
  private let chain: ExecutionChain<Value, Failure>
  private let observers = Atomic(0)

  init(fileID: StaticString, line: UInt32) {
    subject = ReplaySubject(fileID: fileID, line: line)
    chain = ExecutionChain(fileID: fileID, line: line)
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
      self.observers.add(1, ordering: .relaxed)
      chain.add(
        ActionDisposable {
          if self.observers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { self.dispose() }
        })
      self.subject.signal.attach(sink, chain)
    })
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

  private func announce(_ name: String?, fileID: StaticString, line: UInt32) {
    Probe.subscribed(chain, name: name, fileID: fileID, line: line)
  }

  /// Subscribes to the work. The command has counted this execution already.
  func start(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    announce(work.name, fileID: fileID, line: line)
    chain.running.exchange((core, subject))
    let start = Probe.started(chain)
    attach(work, for: core, fileID: fileID, line: line)
    Probe.ended(start)
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
          keepAlive(hold)
          Probe.reached(chain)
          subject.send(value, fileID: fileID, line: line)
          core.values.send(value, fileID: fileID, line: line)
        },
        terminal: { terminal in
          // Captured here too: an operator may keep this closure and release the other.
          keepAlive(hold)
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
private final class ExecutionChain<Value: Sendable, Failure: Error>: Chain, @unchecked Sendable {
  // Sound: `running` has its own lock; the other properties are constant.

  /// The core of the command that counts this execution as running, and the subject of the execution; nil before the
  /// work begins and when it is over. A producer may keep the chain for longer, but not the values.
  let running = Lock<(core: CommandCore<Value, Failure>, subject: ReplaySubject<Value, CommandError<Failure>>)?>(nil)
  private let fileID: StaticString
  private let line: UInt32

  init(fileID: StaticString, line: UInt32) {
    (self.fileID, self.line) = (fileID, line)
    super.init()
  }

  override func detach() { _ = over(byEvent: false) }

  /// Ends the execution, after everything upstream has been disposed. Returns false if it is over already, or is ending
  /// on another thread.
  ///
  /// - Parameter isEvent: Whether an event of the work is the cause. Otherwise the execution's subscriptions end
  ///   without an event, as if the subject were deallocated. A later subscriber still receives the replayed values.
  func over(byEvent isEvent: Bool) -> Bool {
    guard finish() else { return false }
    guard let running = running.exchange(nil) else { return true }
    running.core.change { $0.end() }
    if !isEvent { running.subject.broadcaster.terminate(fileID: fileID, line: line) { _ in } }
    return true
  }
}
