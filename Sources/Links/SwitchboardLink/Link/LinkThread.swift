internal import Dispatch
internal import Foundation
internal import SwitchboardBroadcast
internal import SwitchboardSignals

/// A scheduler with one thread of its own, which a link uses to encode events and to call its engine. A thread and not
/// a queue, because other work of the program may block all threads of the queues.
///
/// The thread keeps the scheduler's state, not the scheduler, and ends when ``stop()`` is called or the scheduler is
/// deallocated.
final class LinkThread: Scheduler, @unchecked Sendable {
  // Sound: its one property is constant, and the state has a lock.
  private let state: ThreadState

  init(name: String) {
    let state = ThreadState()
    self.state = state
    super.init()
    let thread = Thread { state.run() }
    thread.name = name
    thread.start()
  }

  deinit { state.stop() }

  override var now: Duration { ThreadState.now }

  override func perform(_ action: @escaping @Sendable () -> Void) { state.add(action) }

  @discardableResult
  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let work = ScheduledWork(action)
    if delay <= .zero { state.add { work.run() } } else { state.add(work, due: now + delay.asDelay) }
    return work
  }

  /// Ends the thread after the work that waits now. Later work is dropped.
  func stop() { state.stop() }
}

/// The work of a ``LinkThread``.
private final class ThreadState: Sendable {
  private struct Timer {
    var due: Duration
    var work: ScheduledWork
  }

  private struct Waiting {
    var actions: [@Sendable () -> Void] = []
    /// Sorted, the earliest last. A link has few timers.
    var timers: [Timer] = []
    var isSleeping = false
    var isStopped = false
  }

  private let waiting = Lock(Waiting())
  private let wake = DispatchSemaphore(value: 0)

  static var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  func add(_ action: @escaping @Sendable () -> Void) {
    let (isAdded, isSleeping) = waiting.withLock { waiting in
      if waiting.isStopped { return (false, false) }
      waiting.actions.append(action)
      defer { waiting.isSleeping = false }
      return (true, waiting.isSleeping)
    }
    if isSleeping { wake.signal() }
    // Otherwise the action is released here, with no lock held.
    keepAlive((isAdded, action))
  }

  func add(_ work: ScheduledWork, due: Duration) {
    let (isAdded, isSleeping, disposed) = waiting.withLock { waiting -> (Bool, Bool, [Timer]) in
      if waiting.isStopped { return (false, false, []) }
      // The timers of disposed work go when their number has doubled.
      var disposed: [Timer] = []
      if waiting.timers.count >= 32, waiting.timers.count.nonzeroBitCount == 1 {
        disposed = waiting.timers.filter { $0.work.isDisposed }
        waiting.timers.removeAll { $0.work.isDisposed }
      }
      let place = waiting.timers.firstIndex { $0.due <= due } ?? waiting.timers.count
      waiting.timers.insert(Timer(due: due, work: work), at: place)
      // Only a timer that is due before all others changes how long the thread sleeps.
      let isSleeping = waiting.isSleeping && place == waiting.timers.count - 1
      if isSleeping { waiting.isSleeping = false }
      return (true, isSleeping, disposed)
    }
    if isSleeping { wake.signal() }
    if !isAdded { work.dispose() }
    keepAlive(disposed)
  }

  func stop() {
    let isSleeping = waiting.withLock { waiting in
      waiting.isStopped = true
      defer { waiting.isSleeping = false }
      return waiting.isSleeping
    }
    if isSleeping { wake.signal() }
  }

  func run() {
    while true {
      let now = Self.now
      let next = waiting.withLock {
        waiting -> (actions: [@Sendable () -> Void], timer: ScheduledWork?, sleep: Duration?)? in
        var actions: [@Sendable () -> Void] = []
        swap(&actions, &waiting.actions)
        if let timer = waiting.timers.last, timer.due <= now {
          waiting.timers.removeLast()
          return (actions, timer.work, .zero)
        }
        if !actions.isEmpty { return (actions, nil, .zero) }
        if waiting.isStopped { return nil }
        waiting.isSleeping = true
        return ([], nil, waiting.timers.last.map { $0.due - now })
      }
      guard let next else { break }
      for action in next.actions { action() }
      next.timer?.run()
      guard next.actions.isEmpty, next.timer == nil else { continue }
      if let sleep = next.sleep {
        if wake.wait(timeout: .now() + .nanoseconds(sleep.nanosecondsToWait)) == .timedOut { wakened() }
      } else {
        wake.wait()
      }
    }
    let timers = waiting.withLock { waiting in
      defer { waiting.timers = [] }
      return waiting.timers
    }
    for timer in timers { timer.work.dispose() }
  }

  /// Takes the signal that was given between the end of the sleep and this call, so that the next sleep is not short.
  private func wakened() {
    let isSignalled = waiting.withLock { waiting in
      defer { waiting.isSleeping = false }
      return !waiting.isSleeping
    }
    if isSignalled { wake.wait() }
  }
}
