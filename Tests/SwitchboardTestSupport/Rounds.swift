import Foundation

/// Whether ThreadSanitizer is on. Everything then takes ten times as long, and a round finds more.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// The number of steps of the programs that a test tries exhaustively. Fewer under ThreadSanitizer, which finds nothing
/// in them, because they run on one thread.
package let stepsOfAllPrograms = isUnderThreadSanitizer ? 4 : 5

/// Whether AddressSanitizer is on. It delays the reuse of addresses.
package let isUnderAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// Returns the number of rounds that a stress test makes: `full`, a tenth of it under ThreadSanitizer, or a fifth of it
/// under AddressSanitizer. `SWITCHBOARD_STRESS=10` makes ten times as many.
package func rounds(_ full: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["SWITCHBOARD_STRESS"].flatMap(Int.init) ?? 1
  return max(1, full * factor / (isUnderThreadSanitizer ? 10 : isUnderAddressSanitizer ? 5 : 1))
}
