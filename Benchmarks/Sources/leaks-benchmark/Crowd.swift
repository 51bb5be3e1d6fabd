import AllocatorStatistics
import SubscriberWorkloads
import SwitchboardArrayBroadcast
import SwitchboardBroadcast
import SwitchboardListBroadcast

/// Many subscribers that join one broadcaster, get a value, and leave, the oldest first. Each storage is in a module
/// with types of its own, so a crowd knows its broadcaster by closures.
struct Crowd<Subscription> {
  let join: () -> Subscription
  let send: () -> Void
  let leave: (Subscription) -> Void
  /// The array keeps its capacity, because its growth must not count as a leak of the cycles.
  var subscriptions: [Subscription] = []

  static func measurable(_ make: @escaping () -> Crowd) -> Measurable {
    Measurable(isExact: true) { cycles throws(FailedCheck) in
      try GrowthMeasurement.trial(of: cycles) { memory in
        var crowd = make()
        for _ in 0..<GrowthMeasurement.warmUp { crowd.comeAndGo() }
        let before = memory.liveBytes()
        for _ in 0..<cycles { crowd.comeAndGo() }
        return memory.liveBytes() - before
      }
    }
  }

  private mutating func comeAndGo() {
    for _ in 0..<1000 { subscriptions.append(join()) }
    send()
    for subscription in subscriptions { leave(subscription) }
    subscriptions.removeAll(keepingCapacity: true)
  }
}

func arrayCrowd() -> Crowd<SwitchboardArrayBroadcast.Subscription> {
  let broadcaster = SwitchboardArrayBroadcast.Broadcaster<Int>()
  return Crowd(join: { broadcaster.subscribe { _ in } }, send: { broadcaster.send(1) }, leave: { $0.dispose() })
}

func listCrowd() -> Crowd<SwitchboardListBroadcast.Subscription> {
  let broadcaster = SwitchboardListBroadcast.Broadcaster<Int>()
  return Crowd(join: { broadcaster.subscribe { _ in } }, send: { broadcaster.send(1) }, leave: { $0.dispose() })
}

func denseCrowd() -> Crowd<SwitchboardBroadcast.Subscription> {
  let broadcaster = SwitchboardBroadcast.Broadcaster<Int>()
  return Crowd(join: { broadcaster.subscribe { _ in } }, send: { broadcaster.send(1) }, leave: { $0.dispose() })
}
