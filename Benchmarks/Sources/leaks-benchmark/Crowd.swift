import AllocatorStatistics
import SubscriberWorkloads
import SwitchboardBroadcast
import SwitchboardStorages

/// Many subscribers that join one broadcaster, get a value, and leave, the oldest first.
struct Crowd<Storage: ComparedStorage & ~Copyable>: ~Copyable {
  private let broadcaster = ComparedBroadcaster<Int, Storage>()
  /// The array keeps its capacity, because its growth must not count as a leak of the cycles.
  private var subscriptions: [Subscription] = []

  static var measurable: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try GrowthMeasurement.trial(of: cycles) { memory in
        var crowd = Crowd()
        for _ in 0..<GrowthMeasurement.warmUp { crowd.comeAndGo() }
        let before = memory.liveBytes()
        for _ in 0..<cycles { crowd.comeAndGo() }
        return memory.liveBytes() - before
      }
    }
  }

  private mutating func comeAndGo() {
    for _ in 0..<1000 { subscriptions.append(broadcaster.subscribe { _ in }) }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    subscriptions.removeAll(keepingCapacity: true)
  }
}
