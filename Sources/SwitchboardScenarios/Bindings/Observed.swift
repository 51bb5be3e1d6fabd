internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let observed = pair(
    "observed", "An observable object that outlasts its observers and bindings.",
    clean: {
      let (model, scheduler) = (Model(), TestScheduler())
      return { scope in
        let player = scope.track(Player())
        let subscription = Signal.observing(model, \.level, on: scheduler).subscribe { _ in player.advance() }
        let shown = Property(0)
        shown.subscribe { _ in player.advance() }
        let binding = shown.bind(twoWay: model, \.level, on: scheduler)
        scheduler.run()
        model.level += 1
        scheduler.run()
        subscription.dispose()
        binding.dispose()
        let own = Model()
        Signal.observing(own, \.level, on: scheduler).subscribe { _ in player.advance() }
        shown.bind(twoWay: own, \.level, on: scheduler)
        scheduler.run()
        // The model forgets the ended subscription and bindings at its next change.
        model.level += 1
        scheduler.run()
      }
    },
    leaking: {
      let (model, scheduler) = (Model(), TestScheduler())
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        Signal.observing(model, \.level, on: scheduler).subscribe { _ in player.advance() }
        scheduler.run()
        model.level += 1
        scheduler.run()
      }
    })
}
