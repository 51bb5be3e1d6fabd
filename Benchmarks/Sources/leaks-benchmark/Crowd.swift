import AllocatorStatistics
import SubscriberWorkloads
import SwitchboardArrayBroadcast
import SwitchboardBroadcast
import SwitchboardListBroadcast

/// Many subscribers that join one broadcaster, get a value, and leave, the oldest first.
protocol Crowd: ~Copyable {
  init()
  mutating func comeAndGo()
}

extension Crowd where Self: ~Copyable {
  static var measurable: Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try GrowthMeasurement.trial(of: cycles) { memory in
        var crowd = Self()
        for _ in 0..<GrowthMeasurement.warmUp { crowd.comeAndGo() }
        let before = memory.liveBytes()
        for _ in 0..<cycles { crowd.comeAndGo() }
        return memory.liveBytes() - before
      }
    }
  }
}

// The arrays keep their capacity, because their growth must not count as a leak of the cycles.

struct ArrayCrowd: Crowd, ~Copyable {
  private let broadcaster = SwitchboardArrayBroadcast.Broadcaster<Int>()
  private var subscriptions: [SwitchboardArrayBroadcast.Subscription] = []

  mutating func comeAndGo() {
    for _ in 0..<1000 { subscriptions.append(broadcaster.subscribe { _ in }) }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    subscriptions.removeAll(keepingCapacity: true)
  }
}

struct ListCrowd: Crowd, ~Copyable {
  private let broadcaster = SwitchboardListBroadcast.Broadcaster<Int>()
  private var subscriptions: [SwitchboardListBroadcast.Subscription] = []

  mutating func comeAndGo() {
    for _ in 0..<1000 { subscriptions.append(broadcaster.subscribe { _ in }) }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    subscriptions.removeAll(keepingCapacity: true)
  }
}

struct DenseCrowd: Crowd, ~Copyable {
  private let broadcaster = SwitchboardBroadcast.Broadcaster<Int>()
  private var subscriptions: [SwitchboardBroadcast.Subscription] = []

  mutating func comeAndGo() {
    for _ in 0..<1000 { subscriptions.append(broadcaster.subscribe { _ in }) }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    subscriptions.removeAll(keepingCapacity: true)
  }
}
