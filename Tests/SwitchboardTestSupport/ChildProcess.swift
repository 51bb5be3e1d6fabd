import Foundation

extension Process {
  /// Starts it with no signal blocked. Threads of a pool block them, and what they start would too. And it is no more alive
  /// when the patience is at an end: one that hangs fails its test, and does not hang the others.
  package func runUnblocked() throws {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
      if self.isRunning { kill(self.processIdentifier, SIGKILL) }
    }
  }
}
