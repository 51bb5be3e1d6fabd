public import SwitchboardBroadcast
public import SwitchboardBus
import Synchronization

/// Dispatches the signals that the process receives as ``ProcessEvent``s on a bus, for as long as the lifecycle lives.
///
/// ```swift
/// let lifecycle = try ProcessLifecycle([.terminate, .interrupt], to: bus)
/// bus.on(process: .terminate).once().next { _ in server.close() }
/// ```
/// - **While it lives,** its signals do not have their previous effect, such as ending the process. When the lifecycle
///   ends, the previous actions are set again. If other code has set another action meanwhile, that action stays.
/// - **Where.** A dispatch source dispatches the events one after the other, on a queue of this library: never inside a
///   signal handler, and never on a thread that a signal has interrupted. A slow handler delays the next signal. A
///   handler for the main actor subscribes with `next(on: MainActor.self)`.
/// - **One at a time.** A signal belongs to at most one lifecycle in a process; a second lifecycle is refused. A signal
///   that arrives while the lifecycle ends is dispatched or lost.
/// - **Life.** The lifecycle keeps the bus alive. Dropping the lifecycle ends it.
///
/// Threading: every member may be called from any thread, even from a handler of the events.
///
/// Source: QTEventBus's lifecycle events of an app. The signals are the part of them that a server has.
public final class ProcessLifecycle: Disposable {
  private let claim: SignalClaim

  /// Begins immediately to dispatch `signals` on `bus`: a signal that is sent after this call has returned is
  /// dispatched.
  ///
  /// A signal gets a dispatch source at its first use. That takes microseconds, and the source is kept for good.
  ///
  /// - Throws: ``ProcessLifecycleError/taken(_:)``; then this lifecycle listens to no signal.
  public init(_ signals: Set<ProcessSignal>, to bus: EventBus) throws(ProcessLifecycleError) {
    claim = SignalClaim(signals, bus)
    if let taken = SignalSources.shared.begin(claim) { throw .taken(taken) }
  }

  deinit { dispose() }

  /// Whether the lifecycle has ended, or is ending. O(1), no lock.
  public var isDisposed: Bool { claim.isOver.load(ordering: .acquiring) }

  /// Ends the lifecycle: the signals have their previous effect again. An event whose dispatch has begun on another
  /// thread is dispatched to the end.
  public func dispose() { SignalSources.shared.end(claim) }
}

extension ProcessLifecycle: DisposableObject {}

/// The reason why a ``ProcessLifecycle`` could not begin.
public enum ProcessLifecycleError: Error, Equatable, CustomStringConvertible {
  /// Another lifecycle has this signal.
  case taken(ProcessSignal)

  /// The signal that is taken, and what to do.
  public var description: String {
    switch self {
    case .taken(let signal):
      "another ProcessLifecycle handles \(signal); dispose that lifecycle first, or subscribe on its bus"
    }
  }
}

/// The signals that a lifecycle claims, and the bus that gets their events.
final class SignalClaim: Sendable {
  let signals: Set<ProcessSignal>
  let bus: EventBus
  let isOver = Atomic<Bool>(false)

  init(_ signals: Set<ProcessSignal>, _ bus: EventBus) { (self.signals, self.bus) = (signals, bus) }
}
