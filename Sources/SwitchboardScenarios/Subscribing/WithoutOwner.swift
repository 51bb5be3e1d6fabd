internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let withoutOwner = leaking(
    "without-owner", "A subscription without an owner: each cycle adds one."
  ) {
    let ticks = PublishSubject<Int, Never>(name: "ticks")
    return { _ in
      leaksBelow(.growing)
      ticks.subscribe { _ in }
      leaksBelow(.growing)
      ticks.map { $0 + 1 }.subscribe { _ in }
    }
  }
}
