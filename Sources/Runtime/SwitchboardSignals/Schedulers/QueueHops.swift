public import SwitchboardBroadcast
import Synchronization

/// The work that is on its way to a queue or a task without a delay. Counts only with the `Tracing` trait.
///
/// Work releases what it holds before it counts as arrived. Work with a delay and work of a `TestScheduler` is not
/// counted, because no leak check should wait for it.
@usableFromInline
package enum QueueHops {
  /// The leak check for which the calling code counts, if that is not the check of the task; 0: none.
  @TaskLocal package static var check: UInt32 = 0

  private static let departures = Atomic<Int>(0)
  private static let arrivals = Atomic<Int>(0)
  /// How much work of each leak check is on its way, by the place it goes to.
  private static let counts = Lock<[UInt32: [String: Int]]>([:])

  /// How much work of the process is on its way.
  package static var inFlight: Int {
    let arrived = arrivals.load(ordering: .sequentiallyConsistent)
    return departures.load(ordering: .sequentiallyConsistent) - arrived
  }

  /// How much work of a leak check is on its way, by the place it goes to. O(places).
  package static func inFlight(of check: UInt32) -> [String: Int] { counts.withLock { $0[check] } ?? [:] }

  package static func departed() { departures.add(1, ordering: .sequentiallyConsistent) }
  package static func arrived() { arrivals.add(1, ordering: .sequentiallyConsistent) }

  #if Tracing
    /// Returns `action`, which is on its way to a scheduler of another target, counted for the leak check of the code
    /// that sends it.
    package static func counted(
      _ action: @escaping @Sendable () -> Void, to place: @autoclosure () -> String
    ) -> @Sendable () -> Void { SignalProbe.counted(action, to: place()) }
  #endif

  static func count(_ more: Int, for check: UInt32, _ place: String) {
    counts.withLock { counts in
      let count = (counts[check]?[place] ?? 0) + more
      counts[check, default: [:]][place] = count == 0 ? nil : count
      if counts[check]?.isEmpty == true { counts[check] = nil }
    }
  }

  /// Runs `body`. Work that it sends on its way counts for the leak check whose code made `subscription`.
  @usableFromInline
  package static func scheduling(for subscription: SubscriptionNode?, _ body: () -> Void) {
    #if Tracing
      if let number = subscription?.leakCheck, number != 0 { return $check.withValue(number, operation: body) }
    #endif
    body()
  }
}

/// Work that counts for a leak check while it is on its way. What it sends on its way counts for the same check.
final class CountedWork: @unchecked Sendable {
  // Sound: `action` is changed only by the deinit.
  private var action: (@Sendable () -> Void)?
  private let check: UInt32
  private let place: String

  init(_ action: @escaping @Sendable () -> Void, for check: UInt32, to place: String) {
    (self.action, self.check, self.place) = (action, check, place)
    QueueHops.count(1, for: check, place)
  }

  func run() { if let action { QueueHops.$check.withValue(check, operation: action) } }

  deinit {
    action = nil
    QueueHops.count(-1, for: check, place)
  }
}
