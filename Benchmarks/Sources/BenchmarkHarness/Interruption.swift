import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ctrl-C, or a request to terminate: the first asks, and what was measured until then is kept; the second ends the
/// process.
public enum Interruption {
  private static let requested = Atomic<Bool>(false)

  /// Whether a signal has come.
  public static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Starts to listen.
  public static func install() {
    // Read once before: a handler must not be the first to initialise a global.
    _ = isRequested
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.requested.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }
}
