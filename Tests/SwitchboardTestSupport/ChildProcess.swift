import Foundation

extension Process {
  /// Starts the process with no signal blocked. Threads of a pool block signals, and a process that they start would
  /// too. When `patience` is over, the process is killed: a hanging process fails its test, and does not hang other
  /// tests.
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
