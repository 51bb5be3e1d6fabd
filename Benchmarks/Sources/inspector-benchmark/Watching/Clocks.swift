import BenchmarkHarness
import Foundation

/// The processor time of one thread of this process.
struct ThreadClock {
  private let clock: clockid_t

  /// The thread that asks.
  static let own = ThreadClock(clock: CLOCK_THREAD_CPUTIME_ID)

  private init(clock: clockid_t) { self.clock = clock }

  /// The thread with a name; nil if there is none, or if the system does not tell.
  init?(named name: String) {
    #if os(Linux)
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let found = tasks.first { task in
        let text = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
        return text?.trimmingCharacters(in: .newlines) == name
      }
      guard let number = found.flatMap(Int32.init) else { return nil }
      // How Linux numbers the clocks of threads: `pthread_getcpuclockid` does the same, but takes no number.
      self.init(clock: ~number << 3 | 6)
    #else
      return nil
    #endif
  }

  /// In nanoseconds.
  var now: UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

extension MonotonicClock {
  /// Returns at once if the time is over.
  static func sleep(until time: UInt64) {
    let now = MonotonicClock.now()
    if time > now { sleep(for: time - now) }
  }

  static func sleep(for nanoseconds: UInt64) {
    var time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    var rest = timespec()
    while nanosleep(&time, &rest) != 0, errno == EINTR { time = rest }
  }
}
