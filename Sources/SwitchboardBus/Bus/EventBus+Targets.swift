public import Dispatch
import SwitchboardBroadcast
public import SwitchboardSignals

/// Where an asynchronous dispatch is made.
public struct DispatchTarget: Sendable {
  enum Place: Sendable {
    case bus
    case scheduler(Scheduler)
  }
  let place: Place

  /// The main queue, where the main actor is; never inside the call.
  public static var main: DispatchTarget { DispatchTarget(place: .scheduler(.main)) }

  /// The bus's own serial queue. Source: QTEventBus dispatchOnBusQueue.
  public static var bus: DispatchTarget { DispatchTarget(place: .bus) }

  /// A queue. If it is concurrent, dispatches overlap.
  public static func queue(_ queue: DispatchQueue) -> DispatchTarget {
    DispatchTarget(place: .scheduler(.handing(to: queue)))
  }

  /// A scheduler.
  public static func scheduler(_ scheduler: Scheduler) -> DispatchTarget {
    DispatchTarget(place: .scheduler(scheduler))
  }
}

extension EventBus {
  /// Dispatches `event` elsewhere, later, in the order of these calls for one serial target. Returns at once; never dispatches inside the call, so
  /// events do not overtake each other. The bus is not kept meanwhile: if it goes, nobody is there. Source: QTEventBus dispatchOnMain, which dispatches at once on the main
  /// thread.
  public func dispatch<E: Event>(
    _ event: E, on target: DispatchTarget, reaching reach: EventReach = .bus, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    var origin = noOrigin()
    origin = BusProbe.hopped(fileID, line)
    core.scheduler(of: target).perform { [weak self, origin] in
      let arrival = BusProbe.arrived(origin)
      self?.dispatch(event, reaching: reach, fileID: fileID, line: line)
      BusProbe.ended(arrival)
    }
  }
}

extension BusCore {
  fileprivate func scheduler(of target: DispatchTarget) -> Scheduler {
    switch target.place {
    case .scheduler(let scheduler): return scheduler
    case .bus:
      return queue.withLock { queue in
        if let queue { return queue }
        let made = Scheduler.queue(label: name ?? "switchboard.bus")
        queue = made
        return made
      }
    }
  }
}
