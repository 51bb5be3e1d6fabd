import Foundation
import Synchronization

/// Names the seed of the program in which the library crashes.
enum CrashReport {
  private static let current = Atomic<UInt64>(0)

  static func seed(_ seed: UInt64) { current.store(seed, ordering: .relaxed) }

  static func install() {
    // The first use of a global may not be in a signal handler.
    current.store(0, ordering: .relaxed)
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      signal(number) { number in
        CrashReport.write("\ntorture: crashed in the program with seed ")
        CrashReport.write(CrashReport.current.load(ordering: .relaxed))
        CrashReport.write("; run it again with --programs 1 --seed and this number\n")
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  // Only functions that may be called in a signal handler.

  private static func write(_ text: StaticString) { _ = Foundation.write(2, text.utf8Start, text.utf8CodeUnitCount) }

  private static func write(_ number: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, place) = (number, 20)
      repeat {
        place -= 1
        digits[place] = UInt8(48 + rest % 10)
        rest /= 10
      } while rest > 0
      _ = Foundation.write(2, digits.baseAddress! + place, 20 - place)
    }
  }
}
