import Foundation
public import SwitchboardBroadcast
public import SwitchboardBus
import Synchronization

/// Dispatches the signals that the process receives as ``ProcessEvent``s on a bus, for as long as the lifecycle lives.
///
/// ```swift
/// bus.on(process: .terminate).once().next { _ in server.close() }
/// let lifecycle = try ProcessLifecycle([.terminate, .interrupt], to: bus)
/// ```
/// Subscribe first, then make the lifecycle. A signal that arrives between the two has no subscriber, and does not end
/// the process either.
///
/// - **While it lives,** its signals do not have their previous effect, such as ending the process. When the lifecycle
///   ends, the previous actions are set again. If other code has set another action meanwhile, that action stays.
/// - **Where.** The events are dispatched one after the other, on a queue of this library: never inside a
///   signal handler, and never on a thread that a signal has interrupted. A slow handler delays the next signal. A
///   handler for the main actor subscribes with `next(on: MainActor.self)`.
/// - **One at a time.** A signal belongs to at most one lifecycle in a process; a second lifecycle is refused. A signal
///   that arrives while the lifecycle ends is dispatched, is lost or has its previous effect.
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
  /// Cost: a few system calls for each signal, which take microseconds.
  ///
  /// - Parameters:
  ///   - signals: The signals that become events, and lose their effect on the process meanwhile.
  ///   - bus: The bus on which the events are dispatched. It is kept alive.
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

/// A signal of the operating system that a ``ProcessLifecycle`` can handle.
public enum ProcessSignal: Sendable, CaseIterable, CustomStringConvertible {
  /// SIGHUP: the terminal was closed; servers read their configuration again.
  case hangUp
  /// SIGINT: ctrl-C.
  case interrupt
  /// SIGTERM: a request to end.
  case terminate
  /// SIGUSR1: the program chooses the meaning.
  case user1
  /// SIGWINCH: the terminal has another size.
  case windowChange

  /// The number of the signal on this system, as `kill` takes it.
  public var number: Int32 {
    switch self {
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .user1: SIGUSR1
    case .windowChange: SIGWINCH
    }
  }

  /// The system's name of the signal, such as `SIGTERM`.
  public var description: String {
    switch self {
    case .hangUp: "SIGHUP"
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .user1: "SIGUSR1"
    case .windowChange: "SIGWINCH"
    }
  }
}

/// An event for a signal that the process has received. Its subtype is the signal's name, such as `SIGTERM`. See
/// ``ProcessLifecycle``.
public struct ProcessEvent: Event {
  /// The signal that the process has received.
  public let signal: ProcessSignal
  /// The number of times that the signal was sent since the last event. The system may count several as one.
  public let count: Int

  /// Creates an event to dispatch, such as in a test, without a signal of the operating system.
  public init(_ signal: ProcessSignal, count: Int = 1) { (self.signal, self.count) = (signal, count) }

  /// The system's name of the signal.
  public var subtype: String? { signal.description }
}

extension EventBus {
  /// Begins a subscription to a signal of the operating system, which a ``ProcessLifecycle`` dispatches on the bus.
  ///
  /// - Parameter signal: The signal to handle.
  public func on(process signal: ProcessSignal) -> EventSelection<ProcessEvent> {
    on(ProcessEvent.self).subtype(signal.description)
  }
}
