internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let objectChannels = pair(
    "object-channels", "An observable object keeps the channels that it is bound to, and they keep each other.",
    clean: {
      let (model, scheduler) = (Model(), TestScheduler())
      return { scope in
        let player = scope.track(Player())
        let (channel, other) = (Channel<Int, Never>(), Channel<Int, Never>())
        let binding = channel.leading.bind(twoWay: model, \.level, on: scheduler)
        let feed = channel.following.subscribe(other.leading)
        other.following.subscribe { _ in player.advance() }
        scheduler.run()
        model.level += 1
        scheduler.run()
        feed.dispose()
        binding.dispose()
        // The model forgets the binding at its next change.
        model.level += 1
      }
    },
    leaking: {
      let (models, scheduler) = (ObjectStore<Model>(), TestScheduler())
      return { scope in
        // Each cycle has its own model, because a bound property takes no second binding.
        let model = Model()
        models.put(model)
        let player = scope.track(Player())
        let (channel, other) = (Channel<Int, Never>(), Channel<Int, Never>())
        leaksBelow(.retained, .closures)
        channel.leading.bind(twoWay: model, \.level, on: scheduler)
        leaksBelow(.retained, .closures)
        channel.following.subscribe(other.leading)
        leaksBelow(.retained, .closures)
        other.following.subscribe { _ in player.advance() }
        scheduler.run()
        channel.following.send(model.level + 1)
        scheduler.run()
      }
    })
}
