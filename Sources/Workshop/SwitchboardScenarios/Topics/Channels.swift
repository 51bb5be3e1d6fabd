internal import Switchboard
internal import SwitchboardLeaks
internal import SwitchboardVirtualTime

extension Scenario {
  static let channels = pair(
    "channels", "A channel lasts as long as the program keeps one of its ends, or a property bound to an end.",
    clean: {
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        let (first, second) = (Channel<Int, Never>(), Channel<Int, Never>())
        first.leading.subscribe { _ in player.advance() }
        second.following.subscribe { _ in player.advance() }
        second.leading.bind(twoWay: first.following)
        first.following.subscribe(second.leading)
        let binding = level.bind(twoWay: first.leading)
        Property(0).bind(twoWay: second.following)
        level.value += 1
        binding.dispose()
        let ended = Channel<Int, Never>()
        ended.leading.subscribe { _ in player.advance() }
        level.bind(twoWay: ended.following)
        ended.leading.sendCompleted()
      }
    },
    leaking: { expectLeak in
      let level = Property(1, name: "level")
      return { scope in
        let player = scope.track(Player())
        let channel = Channel<Int, Never>()
        expectLeak(.retained, .closures)
        level.bind(twoWay: channel.leading)
        expectLeak(.retained, .closures)
        channel.following.subscribe { _ in player.advance() }
        level.value += 1
      }
    })

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
    leaking: { expectLeak in
      let (models, scheduler) = (ObjectStore<Model>(), TestScheduler())
      return { scope in
        // Each cycle has its own model, because a bound property takes no second binding.
        let model = Model()
        models.put(model)
        let player = scope.track(Player())
        let (channel, other) = (Channel<Int, Never>(), Channel<Int, Never>())
        expectLeak(.retained, .closures)
        channel.leading.bind(twoWay: model, \.level, on: scheduler)
        expectLeak(.retained, .closures)
        channel.following.subscribe(other.leading)
        expectLeak(.retained, .closures)
        other.following.subscribe { _ in player.advance() }
        scheduler.run()
        channel.following.send(model.level + 1)
        scheduler.run()
      }
    })

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
    leaking: { expectLeak in
      let (model, scheduler) = (Model(), TestScheduler())
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        Signal.observing(model, \.level, on: scheduler).subscribe { _ in player.advance() }
        scheduler.run()
        model.level += 1
        scheduler.run()
      }
    })
}
