internal import Synchronization

/// The bytes that wait in a link, over all its queues.
final class ByteBudget: Sendable {
  private let limit: Int
  private let used = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// The bytes that wait.
  var bytes: Int { used.load(ordering: .relaxed) }

  /// Notes that a queue got longer or shorter.
  func change(by bytes: Int) { used.add(bytes, ordering: .relaxed) }

  /// Whether a queue that holds `bytes` has to give some back. A small share belongs to each queue, so that one that
  /// has used everything does not stop the others.
  func isExceeded(by bytes: Int) -> Bool { bytes > limit / 64 && self.bytes > limit }
}
