import Dispatch
import SwitchboardBroadcast

/// Runs work on a serial queue.
final class DispatchScheduler: Scheduler, @unchecked Sendable {
  // Sound: its properties are constant.
  private let queue: DispatchQueue

  static let onMain = DispatchScheduler(.main)
  /// For work with a delay that belongs nowhere.
  static let background = DispatchScheduler(DispatchQueue(label: "switchboard.background"), isCurrentThere: false)

  init(_ queue: DispatchQueue, isCurrentThere: Bool = true) {
    self.queue = queue
    super.init()
    if isCurrentThere { queue.setSpecific(key: Self.key, value: Place(self)) }
  }

  override var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  override func perform(_ action: @escaping @Sendable () -> Void) {
    SignalProbe.departed()
    queue.async {
      action()
      // What the action held it has let go of itself: the queue releases it only after this. See `QueueHops`.
      SignalProbe.landed()
      withExtendedLifetime(self) {}
    }
  }

  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    if delay <= .zero { return schedule(action) }
    let work = TimedWork(self, action)
    work.start(on: queue, after: delay)
    return work
  }

  package override var takesOnTheSpot: Bool { self === Self.onMain && Self.running === self }
}

extension Scheduler {
  /// One that hands work to `queue` itself: if that is concurrent, so is the work. For another target of this package.
  package static func handing(to queue: DispatchQueue) -> Scheduler {
    DispatchScheduler(queue, isCurrentThere: false)
  }
}

extension DispatchScheduler {
  /// What a queue knows of its scheduler, which knows the queue.
  private final class Place: @unchecked Sendable {
    // Sound: written once, before it is given to the queue.
    weak var scheduler: DispatchScheduler?
    init(_ scheduler: DispatchScheduler) { self.scheduler = scheduler }
  }

  private static let key = DispatchSpecificKey<Place>()

  /// The one whose queue this runs on. Asks for the queue, not for the thread: where `dispatchMain()` runs the main one, as in
  /// every program with an asynchronous `main` on Linux, the main actor works on whatever thread comes.
  static var running: DispatchScheduler? {
    // The main queue is marked when its scheduler is first used.
    _ = onMain
    return DispatchQueue.getSpecific(key: key)?.scheduler
  }
}
