internal import Dispatch
internal import Foundation
internal import SwitchboardBroadcast
internal import SwitchboardSignals
internal import Synchronization

/// The threads on which the handlers of all links of a process run: as many as handlers run, not as there are
/// receptions.
///
/// There are as many threads as cores, or fewer. Only when work has waited while no thread began any, because
/// handlers block, there is one more.
final class HandlerPool: Sendable {
  static let shared = HandlerPool(
    cores: ProcessInfo.processInfo.activeProcessorCount, watch: LinkThread(name: "switchboard.link"))

  private struct State {
    /// The strands that have work and no thread.
    var waiting = RingBuffer<HandlerStrand>(limit: .max)
    /// The threads without work, the latest last. The latest is used first, so that the others end.
    var idle: [DispatchSemaphore] = []
    var threads = 0
    /// The number of threads that were ever started.
    var started = 0
    var isWatched = false
  }

  private let state = Lock(State())
  /// How often a piece of work has begun. Not how often a strand had its turn: a turn of handlers that only compute may
  /// take longer than a stall, and one more thread would not help them.
  let begun = Atomic<UInt64>(0)
  private let cores: Int
  private let most: Int
  private let patience: Duration
  private let watch: Scheduler
  /// How long work waits for the threads there are.
  static let stall = Duration.milliseconds(10)

  /// - Parameters:
  ///   - cores: The number of threads that are started at once.
  ///   - most: The number of threads that are started at all.
  ///   - patience: The time after which a thread without work ends.
  ///   - watch: Where the times of waiting work and of ``HandlerStrand/schedule(after:_:)`` pass. Not a queue, because
  ///     other work of the program may block all threads of the queues.
  init(cores: Int, most: Int = 512, patience: Duration = .seconds(5), watch: Scheduler) {
    (self.cores, self.most, self.patience, self.watch) = (cores, most, patience, watch.worker)
  }

  /// The number of threads, with those that wait for work.
  var threads: Int { state.withLock { $0.threads } }

  /// The scheduler on which times pass.
  var clock: Scheduler { watch }

  /// Has a strand run, which is not waiting or running.
  func add(_ strand: HandlerStrand) {
    let (sleeper, number, last) = state.withLock { state -> (DispatchSemaphore?, Int?, UInt64?) in
      _ = state.waiting.append(strand)
      if let sleeper = state.idle.popLast() { return (sleeper, nil, nil) }
      let number = state.threads < cores ? countThread(&state) : nil
      // Also beside a new thread, in case the system has none.
      defer { state.isWatched = true }
      return (nil, number, state.isWatched ? nil : begun.load(ordering: .relaxed))
    }
    sleeper?.signal()
    if let number { start(number) }
    if let last { look(after: last) }
  }

  private func countThread(_ state: inout State) -> Int {
    state.threads += 1
    state.started += 1
    return state.started
  }

  private func start(_ number: Int) {
    let thread = Thread { self.run() }
    thread.name = "switchboard.link.\(number)"
    thread.start()
  }

  /// Looks after a while whether work has begun since the count was `last`, and so on until no work waits.
  private func look(after last: UInt64) {
    watch.schedule(after: Self.stall) { [weak self] in
      guard let self else { return }
      let (now, number) = state.withLock { state -> (UInt64?, Int?) in
        if state.waiting.count == 0 {
          state.isWatched = false
          return (nil, nil)
        }
        let now = begun.load(ordering: .relaxed)
        let isStalled = now == last && state.idle.isEmpty && state.threads < most
        return (now, isStalled ? countThread(&state) : nil)
      }
      if let number { start(number) }
      if let now { look(after: now) }
    }
  }

  private func run() {
    let wake = DispatchSemaphore(value: 0)
    // A strand that has work left, which waits behind the others.
    var unfinished: HandlerStrand?
    while true {
      let next = state.withLock { state -> HandlerStrand? in
        if let unfinished { _ = state.waiting.append(unfinished) }
        let next = state.waiting.popFirst()
        if next == nil { state.idle.append(wake) }
        return next
      }
      unfinished = nil
      if let next {
        if runTurn(of: next) { unfinished = next }
      } else if wake.wait(timeout: .now() + .nanoseconds(patience.nanosecondsToWait)) == .timedOut {
        if ends(wake) { return }
        // Another thread has just given the signal.
        wake.wait()
      }
    }
  }

  private func runTurn(of strand: HandlerStrand) -> Bool {
    #if canImport(ObjectiveC)
      autoreleasepool { strand.runTurn() }
    #else
      strand.runTurn()
    #endif
  }

  private func ends(_ wake: DispatchSemaphore) -> Bool {
    state.withLock { state in
      guard let place = state.idle.firstIndex(where: { $0 === wake }) else { return false }
      state.idle.remove(at: place)
      state.threads -= 1
      return true
    }
  }
}
