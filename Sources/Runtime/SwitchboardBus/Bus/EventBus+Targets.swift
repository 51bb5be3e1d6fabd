public import Dispatch
internal import SwitchboardBroadcast
public import SwitchboardSignals

/// The place where an asynchronous dispatch runs.
public struct DispatchTarget: Sendable {
  /// The scheduler, or nil for the bus's own queue.
  let scheduler: Scheduler?

  /// The main queue, which is the queue of the main actor. The dispatch never runs inside the call.
  public static var main: DispatchTarget { .scheduler(.main) }

  /// The bus's own serial queue.
  ///
  /// Source: QTEventBus dispatchOnBusQueue.
  public static var bus: DispatchTarget { DispatchTarget(scheduler: nil) }

  /// Returns a target that dispatches on `queue`. If the queue is concurrent, dispatches overlap; with
  /// ``Scheduler/queue(_:)`` they do not.
  ///
  /// - Parameter queue: The queue on which the dispatch runs.
  public static func queue(_ queue: DispatchQueue) -> DispatchTarget { .scheduler(.handing(to: queue)) }

  /// Returns a target that dispatches on `scheduler`.
  ///
  /// - Parameter scheduler: The scheduler on which the dispatch runs.
  public static func scheduler(_ scheduler: Scheduler) -> DispatchTarget {
    DispatchTarget(scheduler: scheduler)
  }
}

extension EventBus {
  /// Dispatches `event` later on `target`, and returns immediately. Dispatches on one serial target run in the order of
  /// these calls. The dispatch never runs inside the call, except on ``Scheduler/immediate``, so events do not overtake
  /// each other. The waiting dispatch does not keep the bus alive, and does nothing if the bus has been deallocated.
  ///
  /// Source: QTEventBus dispatchOnMain, which dispatches immediately on the main thread.
  ///
  /// - Parameter target: Where the dispatch runs, and with it the handlers without a queue.
  public func dispatch<E: Event>(
    _ event: E, on target: DispatchTarget, reaching reach: EventReach = .bus, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    let origin = Probe.hopped(Probe.site(fileID, line))
    (target.scheduler ?? core.ownQueue).perform { [weak self] in
      let arrival = Probe.arrived(origin)
      self?.dispatch(event, reaching: reach, fileID: fileID, line: line)
      Probe.ended(arrival)
    }
  }
}
