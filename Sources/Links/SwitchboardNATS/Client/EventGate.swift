#if NATS
  internal import Foundation
  internal import SwitchboardLink
  internal import Synchronization

  /// The way of a connection's events to the link, which is closed once. After `lost`, or after the link has closed the
  /// connection, no event passes.
  final class EventGate: Sendable {
    private let handler: @Sendable (ConnectionEvent) -> Void
    /// Bit 0: the gate is closed. The rest counts the events that are on their way, by 2.
    private let state = Atomic<Int>(0)

    init(_ handler: @escaping @Sendable (ConnectionEvent) -> Void) { self.handler = handler }

    var isOpen: Bool { state.load(ordering: .acquiring) & 1 == 0 }

    /// Passes an event to the link, on the calling thread.
    func emit(_ event: ConnectionEvent) {
      let before = state.add(2, ordering: .acquiring).oldValue
      if before & 1 == 0 { handler(event) }
      state.subtract(2, ordering: .releasing)
    }

    /// Closes the gate. Returns whether the gate was open.
    @discardableResult
    func close() -> Bool { state.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue & 1 == 0 }

    /// Waits until no event is on its way. Only for threads of the engine. The link handles an event fast, so the wait
    /// is short.
    func awaitQuiet() {
      while state.load(ordering: .acquiring) >= 2 { usleep(50) }
    }

    /// Passes the last event, unless the gate is closed already.
    func lose(_ error: TransportError) {
      guard close() else { return }
      awaitQuiet()
      handler(.lost(error))
    }
  }
#endif
