public import SwitchboardBroadcast

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
  /// The work's subscription, and what the execution has sent.
  @usableFromInline let chain: ExecutionChain

  @inlinable
  init(
    _ core: CommandCore<Value, Failure>, running isRunning: Bool, replaying limit: Int, fileID: StaticString,
    line: UInt32
  ) {
    chain = ExecutionChain(of: isRunning ? core : nil, replaying: limit, fileID: fileID, line: line)
    // So that traces and leak checks see executions to which nobody subscribes.
    if Probe.showsEverything() { _ = events() }
  }

  // No later subscriber can come. The work goes on, and its present subscribers receive its events.
  deinit { chain.forgetValues() }

  /// The values of the work, replayed values first, and its terminal event. The signal keeps this execution alive.
  public var signal: Signal<Value, CommandError<Failure>> {
    Signal(attach: { sink, chain in
      let (events, history) = self.events()
      events.broadcaster.attach(sink, chain) { history.admit($0, events.broadcaster, recordedBy: self) }
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
  @usableFromInline var withoutErrors: Signal<Value, Never> {
    Signal(attach: { sink, chain in
      self.signal.attach(Sink(value: sink.value, terminal: { _ in sink.terminal(.completed) }), chain)
    })
  }

  @usableFromInline
  func refuse(_ refusal: CommandRefusal, fileID: StaticString, line: UInt32) {
    chain.dispose()
    let error = CommandError<Failure>.refused(refusal)
    let events = ExecutionEvents<Value, Failure>.of(chain.end(by: .failed(error)))
    events?.broadcaster.end(Terminal(error), fileID: fileID, line: line)
  }

  /// Subscribes to the work. The command has counted this execution already.
  @inlinable
  func start(
    _ work: Signal<Value, Failure>, for core: CommandCore<Value, Failure>, fileID: StaticString, line: UInt32
  ) {
    Probe.subscribed(chain, name: work.name, fileID: fileID, line: line)
    Probe.formed(chain, as: .execution)
    let start = Probe.started(chain)
    let receiver = ExecutionReceiver(chain, core)
    work.attach(Sink(value: { receiver.receive($0) }, terminal: { receiver.end($0) }), chain)
    Probe.ended(start)
  }

  /// The receivers of the execution's events, and the values that later subscribers receive. The first call makes them.
  @usableFromInline
  func events() -> (ExecutionEvents<Value, Failure>, History) {
    let fresh = ExecutionEvents<Value, Failure>(chain)
    let (events, history, end) = chain.events(orTake: fresh)
    let terminal: Terminal
    switch end {
    case .running: return (events, history)
    case .cancelled:
      events.broadcaster.terminate(fileID: chain.fileID, line: chain.line) { _ in }
      return (events, history)
    case .completed: terminal = .completed
    case .failed(let error):
      guard let error = error as? CommandError<Failure> else { fatalError("the error of another execution") }
      terminal = Terminal(error)
    }
    events.broadcaster.end(terminal, fileID: chain.fileID, line: chain.line)
    return (events, history)
  }
}
