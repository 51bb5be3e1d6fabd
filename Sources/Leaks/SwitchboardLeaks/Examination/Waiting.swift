internal import CSwitchboardBroadcast
internal import Dispatch
internal import SwitchboardSignals

/// The looks at something that other threads and tasks may be about to change. They have an end.
package struct Looks {
  /// The time. Tests set it.
  @TaskLocal package static var now: @Sendable () -> ContinuousClock.Instant = { .now }

  private var count = 0
  private let begin = Self.now()
  /// When looks end that are still fewer than they should be, because each of them takes long.
  private static let limit = Duration.seconds(2)

  /// Returns whether to look again. On a busy processor other threads may not run for a while, so the number of looks
  /// counts too, not only the time.
  mutating func again(within limit: Duration, atLeast least: Int) -> Bool {
    count += 1
    let elapsed = Self.now() - begin
    return elapsed < limit || count < least && elapsed < Self.limit
  }

  /// Leaves the processor to other threads for a moment.
  func block() {
    if count < 100 { return switchboard_yield() }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
  }

  /// Leaves the processor to other tasks and threads for a moment.
  func suspend(isolation: isolated (any Actor)? = #isolation) async {
    if count < 1000 { await Task.yield() } else { try? await Task.sleep(for: .milliseconds(1)) }
  }
}

/// The wait of a check for work that its code has sent on its way.
struct Hops {
  /// How long the check waits for work that does not arrive.
  private static let patience = Duration.seconds(10)

  /// The work that had not arrived when the last counted run was counted, by the place it goes to.
  private var left: [String: Int] = [:]
  private var waits = false
  private var isPatient = true

  /// Waits until no work of the leak check is on its way. Once it has waited in vain, it waits only for a moment.
  mutating func wait(for check: UInt32, isolation: isolated (any Actor)? = #isolation) async {
    waits = true
    var looks = Looks()
    while !QueueHops.inFlight(of: check).isEmpty, !Task.isCancelled {
      guard looks.again(within: isPatient ? Self.patience : .milliseconds(100), atLeast: 0) else {
        isPatient = false
        return
      }
      await looks.suspend()
    }
  }

  /// Notes the work that is on its way while a counted run is counted. Work that was sent after a wait that was not in
  /// vain is none of the check's concern.
  mutating func note(for check: UInt32) { left = waits && isPatient ? [:] : QueueHops.inFlight(of: check) }

  var notes: [String] {
    left.sorted { $0.key < $1.key }.map { place, count in
      let work = count == 1 ? "1 piece of work" : "\(count) pieces of work"
      if waits {
        return """
          The check waited in vain for \(work) on the way to \(place). Work on its way keeps what it captured. Let it \
          arrive in the code under check, or in `afterEachRun:`.
          """
      }
      return """
        \(work) \(count == 1 ? "was" : "were") on the way to \(place) during the count. Work on its way keeps what it \
        captured. Use the asynchronous form of the check, which waits for such work.
        """
    }
  }
}
