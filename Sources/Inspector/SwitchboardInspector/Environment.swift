#if Inspector
  #if canImport(Darwin)
    import Darwin
  #else
    import Glibc
  #endif

  internal import Synchronization

  /// The inspector that the environment asks for: `SWITCHBOARD_INSPECTOR=127.0.0.1:7070 program`. It lasts as long as
  /// the program. The variable is removed, because child processes would find the address in use.
  private let started = Mutex<Inspector?>(nil)

  /// Starts the inspector, and prints its URL or the reason why there is none on standard error. The program goes on
  /// in both cases.
  @_cdecl("switchboard_inspector_start_from_environment")
  func startFromEnvironment() {
    guard let value = unsafe getenv("SWITCHBOARD_INSPECTOR").map({ unsafe String(cString: $0) }) else { return }
    unsafe unsetenv("SWITCHBOARD_INSPECTOR")
    var message: String
    do {
      let inspector = try Inspector.startBlocking(at: value)
      message = "switchboard: inspector at \(inspector.url)"
      if inspector.address.hasPrefix("unix:") { message += " over \(inspector.address)" }
      started.withLock { $0 = inspector }
    } catch {
      message = "switchboard: \(error) The program runs without an inspector."
    }
    report(message + "\n")
  }

  /// Prints on standard error. If standard error is a pipe without a reader, the signal SIGPIPE must not end the
  /// program.
  private func report(_ message: String) {
    var pipe = sigset_t()
    var before = sigset_t()
    var pending = sigset_t()
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe sigpending(&pending)
    let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let result = unsafe message.withCString { unsafe write(STDERR_FILENO, $0, strlen($0)) }
    var taken: CInt = 0
    if result < 0, errno == EPIPE, !wasPending { unsafe sigwait(&pipe, &taken) }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
#endif
