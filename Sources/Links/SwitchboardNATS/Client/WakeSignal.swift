#if NATS
  internal import Foundation
  internal import Synchronization

  /// Wakes a thread that waits in `poll`. A pipe, which exists on every system.
  final class WakeSignal: Sendable {
    private let ends: (read: Int32, write: Int32)
    private let isRaised = Atomic(false)

    init() {
      var pair: [Int32] = [-1, -1]
      unsafe pipe(&pair)
      for end in pair where end >= 0 {
        _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      ends = (pair[0], pair[1])
    }

    deinit {
      Foundation.close(ends.read)
      Foundation.close(ends.write)
    }

    /// What to poll.
    var descriptor: Int32 { ends.read }

    /// Wakes the thread, now or when it waits next.
    func raise() {
      if isRaised.exchange(true, ordering: .sequentiallyConsistent) { return }
      var byte: UInt8 = 1
      _ = unsafe write(ends.write, &byte, 1)
    }

    /// Called by the thread before it looks for what to do. Reads also when nothing seems to be raised, because another
    /// thread may write between its two steps; the pipe would then stay readable, and the thread would never wait.
    func lower() {
      var bytes: (UInt64, UInt64) = (0, 0)
      _ = unsafe read(ends.read, &bytes, 16)
      isRaised.store(false, ordering: .sequentiallyConsistent)
    }
  }
#endif
