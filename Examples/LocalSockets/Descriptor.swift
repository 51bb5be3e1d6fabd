import Foundation
import Synchronization

/// An open socket, and the source that reads it. Closes the socket once, at the latest with the last reference.
///
/// The lock keeps a closed descriptor from being used: the system may have given its number to another file.
final class Descriptor: Sendable {
  private struct State {
    let number: Int32
    var source: (any DispatchSourceRead)?
  }

  /// Sources may be used on any thread.
  private struct Open: @unchecked Sendable { var state: State? }

  private let open: Mutex<Open>

  init(_ number: Int32) {
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    // A child process would keep the socket open.
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    open = Mutex(Open(state: State(number: number)))
  }

  deinit { close() }

  /// Calls `read` when there is something to read, until the socket is closed. Keeps what `read` keeps until then.
  func start(on queue: DispatchQueue, _ read: @escaping @Sendable () -> Void) {
    open.withLock { open in
      guard let state = open.state, state.source == nil else { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: state.number, queue: queue)
      source.setEventHandler(handler: read)
      // The source may watch the descriptor until then.
      source.setCancelHandler { [number = state.number] in Foundation.close(number) }
      open.state?.source = source
      source.activate()
    }
  }

  /// Calls `body` with the descriptor, unless the socket is closed.
  func use<Result: Sendable>(_ body: (Int32) -> Result) -> Result? {
    open.withLock { open in open.state.map { body($0.number) } }
  }

  /// Returns whether the socket was open.
  @discardableResult func close() -> Bool {
    guard let state = open.withLock({ Open(state: $0.state.take()) }).state else { return false }
    if let source = state.source { source.cancel() } else { Foundation.close(state.number) }
    return true
  }
}
