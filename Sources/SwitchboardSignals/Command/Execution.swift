public import SwitchboardBroadcast
import Synchronization

/// One execution of a ``Command``: a signal of the work's events, and the handle that cancels the work. A subscriber
/// first receives the latest values, as many as the command replays, and the end if it has come.
///
/// The values are kept for as long as the program keeps this object or a signal made from it. When the program has
/// dropped them, nothing is kept, however long the work goes on.
///
/// Dropping the execution, or disposing a subscription to it, does not cancel the work. ``dispose()`` cancels the work,
/// and so does the last subscriber of ``whileSubscribed`` when it leaves. A cancelled execution sends no event: its
/// subscriptions end, and ``Command/executing`` reports the end.
public final class Execution<Value: Sendable, Failure: Error>: SignalProtocol, Disposable {
  private let events: ExecutionEvents<Value, Failure>
  private let history: History<Value>
  /// The subscription by which `history` records `events`; nil if nothing is replayed.
  private let recorder: Subscriber<Value>?
  /// The work's subscription.
  private let chain: ExecutionChain<Value, Failure>

  init(replaying limit: Int, fileID: StaticString, line: UInt32) {
    let events = ExecutionEvents<Value, Failure>(fileID: fileID, line: line)
    let history = History<Value>(limit: limit)
    recorder = limit == 0 ? nil : Subscriber<Value>(events.broadcaster.registry, waitable: false) { history.append($0) }
    chain = ExecutionChain(fileID: fileID, line: line)
    (self.events, self.history) = (events, history)
    guard let recorder else { return }
    events.broadcaster.admit(recorder)
    events.broadcaster.keepsValues(atMost: limit) { [weak history] in history?.values.count ?? 0 }
  }

  // No later subscriber can come. The work goes on, and its present subscribers receive its events.
  deinit { recorder?.dispose() }

  /// The values of the work, replayed values first, and its terminal event. The signal keeps this execution alive.
  public var signal: Signal<Value, CommandError<Failure>> {
    Signal(attach: { sink, chain in
      self.events.broadcaster.attach(sink, chain, replaying: self.history, recordedBy: self)
    })
  }

  /// Whether the execution is over: ended, cancelled, or refused.
  public var isDisposed: Bool { chain.isDisposed }

  /// Cancels the work, if it is running. ``Command/executing`` has changed when this call returns.
  public func dispose() { chain.dispose() }

  /// A signal like ``signal`` that also cancels the work: when its last subscription is disposed and the work has not
  /// ended.
  public var whileSubscribed: Signal<Value, CommandError<Failure>> {
    Signal(attach: { sink, chain in
      let work = self.chain
      work.observers.add(1, ordering: .relaxed)
      chain.add(
        ActionDisposable {
          if work.observers.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { work.dispose() }
        })
      self.signal.attach(sink, chain)
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
  var withoutErrors: Signal<Value, Never> {
    Signal(attach: { sink, chain in
      self.signal.attach(Sink(value: sink.value, terminal: { _ in sink.terminal(.completed) }), chain)
    })
  }

  func refuse(_ refusal: CommandRefusal, fileID: StaticString, line: UInt32) {
    chain.dispose()
    events.end(.error(.refused(refusal)), fileID: fileID, line: line)
  }

  private func announce(_ name: String?, fileID: StaticString, line: UInt32) {
    Probe.subscribed(chain, name: name, fileID: fileID, line: line)
    Probe.executes(chain)
  }

  /// Subscribes to the work. The command has counted this execution already.
  func start(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    announce(work.name, fileID: fileID, line: line)
    chain.running.exchange((core, events))
    let start = Probe.started(chain)
    attach(work, for: core, fileID: fileID, line: line)
    Probe.ended(start)
  }

  private func attach(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    let (chain, events) = (chain, events)
    let hold = SinkHold { chain.dispose() }
    work.attach(
      Sink(
        value: { value in
          if chain.isDisposed { return }
          keepAlive(hold)
          Probe.reached(chain)
          events.broadcaster.recordUse()
          events.broadcaster.send(value, fileID: fileID, line: line)
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
            events.end(.error(.failed(error)), fileID: fileID, line: line)
          case .completed: events.end(.completed, fileID: fileID, line: line)
          }
        }), chain)
  }
}

/// The receiver of what the work of an execution sends. The work keeps this object and not the ``Execution``, which
/// keeps the values for later subscribers.
private final class ExecutionEvents<Value: Sendable, Failure: Error>: Sendable {
  let broadcaster = Broadcaster<Value>()

  init(fileID: StaticString, line: UInt32) {
    broadcaster.identify(as: Execution<Value, Failure>.self, name: nil, fileID: fileID, line: line)
  }

  func end(_ terminal: Terminal<CommandError<Failure>>, fileID: StaticString, line: UInt32) {
    broadcaster.end(terminal, fileID: fileID, line: line)
  }
}

/// The subscription to an execution's work.
private final class ExecutionChain<Value: Sendable, Failure: Error>: Chain, @unchecked Sendable {
  // Sound: `running` has its own lock, `observers` is atomic; the other properties are constant.

  /// The core of the command that counts this execution as running, and the receiver of its events; nil before the
  /// work begins and when it is over.
  let running = Lock<(core: CommandCore<Value, Failure>, events: ExecutionEvents<Value, Failure>)?>(nil)
  /// The number of subscribers of ``Execution/whileSubscribed``.
  let observers = Atomic(0)
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
    if !isEvent { running.events.broadcaster.terminate(fileID: fileID, line: line) { _ in } }
    return true
  }
}
