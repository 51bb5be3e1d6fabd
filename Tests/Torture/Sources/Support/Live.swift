import Synchronization

/// Counts the objects that are alive. A handler captures a member, so the count tells whether handlers are released.
final class Live: Sendable {
  private let alive = Atomic<Int>(0)

  var count: Int { alive.load(ordering: .acquiring) }

  func member() -> Member { Member(self) }

  final class Member: Sendable {
    private let live: Live

    fileprivate init(_ live: Live) {
      self.live = live
      live.alive.add(1, ordering: .relaxed)
    }

    deinit { live.alive.subtract(1, ordering: .releasing) }
  }
}
