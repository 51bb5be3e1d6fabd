import Foundation

/// Whether ThreadSanitizer watches: everything takes ten times as long, and finds more in a round.
package let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// How many steps the programs have of which a test tries all. They run on one thread, of which ThreadSanitizer has nothing
/// to say.
package let stepsOfAllPrograms = isUnderThreadSanitizer ? 4 : 5

/// Whether AddressSanitizer watches: it does not give an address out again soon.
package let isUnderAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// How many rounds a stress test makes, of `full` in a debug build. `SWITCHBOARD_STRESS=10` makes ten times as many.
package func rounds(_ full: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["SWITCHBOARD_STRESS"].flatMap(Int.init) ?? 1
  return max(1, full * factor / (isUnderThreadSanitizer ? 10 : 1))
}
