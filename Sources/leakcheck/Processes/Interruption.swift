import Foundation
import Synchronization

/// Ctrl-C, or a request to terminate. The first one calls the handler, the second one ends the process.
enum Interruption {
  /// The pipe's end to which the signal handler writes. An atomic, because a signal handler must not be the first code
  /// that initialises a global.
  private static let bell = Atomic<Int32>(-1)

  /// Starts to listen for signals. `body` is called on a separate thread.
  static func install(_ body: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    bell.store(ends[1], ordering: .releasing)
    let mouth = ends[0]
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(mouth, &byte, 1) < 0 && errno == EINTR {}
      if byte == 1 { body() }
    }
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        var byte: UInt8 = 1
        _ = write(Interruption.bell.load(ordering: .acquiring), &byte, 1)
        signal(number, SIG_DFL)
      }
    }
  }
}
