import Foundation
public import SwitchboardBus

/// A signal of the operating system that asks a process to do something.
public enum ProcessSignal: Sendable, CaseIterable, CustomStringConvertible {
  /// SIGHUP: the terminal was closed; servers read their configuration again.
  case hangUp
  /// SIGINT: ctrl-C.
  case interrupt
  /// SIGTERM: a request to end.
  case terminate
  /// SIGUSR1: the program chooses the meaning.
  case user1

  /// The number of the signal on this system, as `kill` takes it.
  public var number: Int32 {
    switch self {
    case .hangUp: SIGHUP
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .user1: SIGUSR1
    }
  }

  /// The system's name of the signal, such as `SIGTERM`.
  public var description: String {
    switch self {
    case .hangUp: "SIGHUP"
    case .interrupt: "SIGINT"
    case .terminate: "SIGTERM"
    case .user1: "SIGUSR1"
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
  public func on(process signal: ProcessSignal) -> EventSelection<ProcessEvent> {
    on(ProcessEvent.self).subtype(signal.description)
  }
}
