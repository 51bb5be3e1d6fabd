internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let sweptOwner = pair(
    "swept-owner", "A subscription that belongs to an owner without a lifetime; its closure holds the owner.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let alarms = PublishSubject<Int, Never>(name: "alarms")
      return { scope in
        // More than make a sweep, so that some are swept while others come.
        for _ in 0..<40 {
          let sign = scope.track(Sign())
          ticks.subscribe(owner: sign) { sign, _ in sign.show() }
        }
        // Ends those whose owners are gone, too; on the other, nothing is ever sent.
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
