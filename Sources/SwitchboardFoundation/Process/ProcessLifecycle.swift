public import SwitchboardBroadcast
public import SwitchboardBus
import Synchronization

/// Tells a bus of the signals that the process is sent, as ``ProcessEvent``s, for as long as it lives.
///
/// ```swift
/// let lifecycle = try ProcessLifecycle([.terminate, .interrupt], bus)
/// bus.on(process: .terminate).once().next { _ in server.close() }
/// ```
/// - **While it lives** its signals do not do what they did before, such as end the process. Afterwards they do so again: what was set then is set again, unless
///   somebody has set another action meanwhile, which stays.
/// - **Where.** Events are dispatched one after the other on a queue of this library's, by a dispatch source: never inside a signal handler, never on a thread that
///   a signal has interrupted. A handler that takes its time holds up the next signal's. A handler for the main actor asks for it:
///   `next(on: MainActor.self)`.
/// - **One at a time.** A signal belongs to at most one lifecycle in a process; another one is refused. A signal that arrives as the lifecycle ends is
///   dispatched or lost.
/// - **Life.** It keeps the bus. Dropping it ends it.
///
/// Threading: every member may be called from any thread, also from a handler of its events.
///
/// Source: QTEventBus's lifecycle events of an app; the signals are what a server has of those.
public final class ProcessLifecycle: Disposable {
  private let claim: SignalClaim

  /// Begins at once: when this returns, a signal that is sent is heard.
  ///
  /// The first time, a signal is given a dispatch source, which takes microseconds and is kept for good.
  ///
  /// - Throws: ``ProcessLifecycleError/taken(_:)``; then no signal is listened to.
  public init(_ signals: Set<ProcessSignal>, _ bus: EventBus) throws(ProcessLifecycleError) {
    claim = SignalClaim(signals, bus)
    if let taken = SignalSources.shared.begin(claim) { throw .taken(taken) }
  }

  deinit { dispose() }

  public var isDisposed: Bool { claim.isOver.load(ordering: .acquiring) }

  /// Ends it: signals do again what they did. An event that is being dispatched on another thread is dispatched to the end.
  public func dispose() { SignalSources.shared.end(claim) }
}

public enum ProcessLifecycleError: Error, Equatable, CustomStringConvertible {
  /// Another lifecycle has this signal.
  case taken(ProcessSignal)

  public var description: String {
    switch self {
    case .taken(let signal):
      "\(signal) belongs to another ProcessLifecycle; dispose that one first, or listen on its bus"
    }
  }
}

/// Whom signals belong to.
final class SignalClaim: Sendable {
  let signals: Set<ProcessSignal>
  let bus: EventBus
  let isOver = Atomic<Bool>(false)

  init(_ signals: Set<ProcessSignal>, _ bus: EventBus) { (self.signals, self.bus) = (signals, bus) }
}
