import Switchboard
import SwitchboardTestSupport

struct Failed: Error {}

/// A counter of calls that began before another call had ended. Serial calls never do.
final class Overlap: Sendable {
  private let inside = Guarded(false)
  private let overlaps = Counter()

  var count: Int { overlaps.value }

  func around(_ body: () -> Void) {
    let wasInside = inside.with { inside in
      defer { inside = true }
      return inside
    }
    if wasInside { overlaps.increment() }
    body()
    inside.with { $0 = false }
  }
}
