import Dispatch
import SwitchboardBroadcast

/// The scheduler that runs work inside the call that schedules it.
final class ImmediateScheduler: Scheduler, @unchecked Sendable {
  // Sound: the scheduler has no state.
  override var now: Duration { DispatchScheduler.background.now }

  override func perform(_ action: @escaping @Sendable () -> Void) { action() }

  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    delay > .zero ? DispatchScheduler.background.schedule(after: delay, action) : schedule(action)
  }

  // On a background queue, because a run that is already due would otherwise run inside the previous run.
  package override var beating: Scheduler { DispatchScheduler.background }

  override var runsInline: Bool { true }
}

/// A scheduler that runs work on a dispatch queue.
final class DispatchScheduler: Scheduler, @unchecked Sendable {
  // Sound: its properties are constant.
  private let queue: DispatchQueue

  static let onMain = DispatchScheduler(.main)
  /// The scheduler for the delayed and the repeated work of ``Scheduler/immediate``.
  static let background = DispatchScheduler(DispatchQueue(label: "switchboard.background"), isCurrentThere: false)

  init(_ queue: DispatchQueue, isCurrentThere: Bool = true) {
    self.queue = queue
    super.init()
    if isCurrentThere { queue.setSpecific(key: Self.key, value: Place(self)) }
  }

  override var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  override func perform(_ action: @escaping @Sendable () -> Void) {
    SignalProbe.departed()
    #if Tracing
      let action = SignalProbe.counted(action, to: "the queue “\(self.queue.label)”")
    #endif
    queue.async {
      action()
      // The action has already released what it held. The queue releases the action only after this call. See
      // `QueueHops`.
      SignalProbe.arrived()
      keepAlive(self)
    }
  }

  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    if delay <= .zero { return schedule(action) }
    let work = TimedWork(action)
    work.start(on: queue, of: self, after: delay)
    return work
  }

  package override var runsInline: Bool { self === Self.onMain && Self.running === self }
}

extension Scheduler {
  /// Returns a scheduler that hands its work directly to `queue`. If `queue` is concurrent, the work runs concurrently.
  /// For another target of this package.
  package static func handing(to queue: DispatchQueue) -> Scheduler {
    DispatchScheduler(queue, isCurrentThere: false)
  }
}

extension DispatchScheduler {
  /// The weak reference of a queue to its scheduler. The scheduler holds the queue strongly.
  private final class Place: @unchecked Sendable {
    // Sound: `scheduler` is written once, before the queue receives the place.
    weak var scheduler: DispatchScheduler?
    init(_ scheduler: DispatchScheduler) { self.scheduler = scheduler }
  }

  private static let key = DispatchSpecificKey<Place>()

  /// The scheduler on whose queue the calling code runs. The look-up asks for the queue and not for the thread: where
  /// `dispatchMain()` runs the main queue, as in every program with an asynchronous `main` on Linux, the main actor may
  /// run on any thread.
  static var running: DispatchScheduler? {
    // The first use of the main scheduler marks the main queue.
    _ = onMain
    return DispatchQueue.getSpecific(key: key)?.scheduler
  }
}
