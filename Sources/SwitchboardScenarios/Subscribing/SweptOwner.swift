internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let sweptOwner = pair(
    "swept-owner", "A subscription that belongs to an owner without a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let alarms = PublishSubject<Int, Never>(name: "alarms")
      return { scope in
        // So many owners that sweeps run while further owners are added.
        for _ in 0..<40 {
          let sign = scope.track(Sign())
          ticks.subscribe(owner: sign) { sign, _ in sign.show() }
        }
        // The send also ends the subscriptions of deallocated owners. Nothing is ever sent on `alarms`.
        ticks.send(1)
        alarms.subscribe(owner: scope.track(Sign())) { sign, _ in sign.show() }
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let sign = scope.track(Sign())
        leaksBelow(.retained)
        ticks.subscribe(owner: sign) { _, _ in sign.show() }
        ticks.send(1)
      }
    })
}
