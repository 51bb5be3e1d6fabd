import Foundation
import Switchboard
import SwitchboardTestSupport

extension BoardKey where Value == Int {
  static let count = BoardKey("count")
  static let other = BoardKey("other")
  static let passing = BoardKey("passing", retention: .whileObserved)
}

extension BoardKey where Value == String {
  static let title = BoardKey("title")
}

/// Has a lifetime.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Player) -> Void)?

  init(onDeinit: (@Sendable (Player) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// Cannot say when it dies.
final class Stranger: Sendable {
  let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Stranger) -> Void)?

  init(onDeinit: (@Sendable (Stranger) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// Whether ThreadSanitizer watches: everything takes ten times as long, and finds more in a round.
let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// How many rounds a stress test makes, of `full` in a debug build. `SWITCHBOARD_STRESS=10` makes ten times as many.
func rounds(_ full: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["SWITCHBOARD_STRESS"].flatMap(Int.init) ?? 1
  return max(1, full * factor / (isUnderThreadSanitizer ? 10 : 1))
}

let isUnderAddressSanitizer = dlsym(nil, "__asan_init") != nil
