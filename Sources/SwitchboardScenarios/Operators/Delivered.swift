internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let delivered = asyncPair(
    "deliver-on", "Events that hop to a queue, and a subscription that is made there.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let queue = Scheduler.queue(label: "scenario")
      return { scope in
        let player = scope.track(Player())
        ticks.deliver(on: queue).subscribe(owner: player) { player, _ in player.advance() }
        let bag = CompositeDisposable()
        ticks.deliver(on: queue).subscribe(into: bag) { _ in player.advance() }
        ticks.start(on: queue).subscribe(into: bag) { _ in player.advance() }
        for value in 0..<3 { ticks.send(value) }
        bag.dispose()
        // When the body returns, the last event is still on its way and holds the player.
        let brief = PublishSubject<Int, Never>()
        brief.deliver(on: queue).subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
        brief.send(1)
        brief.sendCompleted()
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let queue = Scheduler.queue(label: "scenario")
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        ticks.deliver(on: queue).subscribe { _ in player.advance() }
        ticks.send(1)
      }
    })
}
