#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A clock in nanoseconds that never runs backwards. It reads the system's clock directly. `ContinuousClock` reads the
/// same clock, but then divides and multiplies the reading into a `Duration`.
public enum MonotonicClock {
  @inline(__always)
  public static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}
