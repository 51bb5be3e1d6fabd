import Foundation

/// Whether ThreadSanitizer is on. Everything then takes ten times as long, and a round finds more.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Whether the tests are built for debugging. The same tests also run optimised, and then do more.
package var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}

/// The number of steps of the programs that a test tries exhaustively. Fewer under ThreadSanitizer, which finds nothing
/// in them, because they run on one thread.
package let stepsOfAllPrograms = isUnderThreadSanitizer || isDebugBuild ? 4 : 5

/// Whether AddressSanitizer is on. It delays the reuse of addresses.
package let isUnderAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// Returns the number of rounds that a stress test makes: `full` in an optimised build, a quarter of it in a debug
/// build, and a tenth of it under ThreadSanitizer or AddressSanitizer. `SWITCHBOARD_STRESS=10` makes ten times as many.
package func rounds(_ full: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["SWITCHBOARD_STRESS"].flatMap(Int.init) ?? 1
  let part = isUnderThreadSanitizer || isUnderAddressSanitizer ? 10 : isDebugBuild ? 4 : 1
  return max(1, full * factor / part)
}
