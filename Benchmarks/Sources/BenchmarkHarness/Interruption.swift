import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The handling of Ctrl-C and of requests to terminate. The first signal ends the run and keeps the measurements made
/// so far. The second signal ends the process.
public enum Interruption {
  private static let requested = Atomic<Bool>(false)

  /// Whether a signal has arrived.
  public static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Installs the signal handlers.
  public static func install() {
    // Initialises the global now: a signal handler must not do that.
    _ = isRequested
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.requested.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }
}
