internal import Switchboard
internal import SwitchboardLeaks

private struct Goal: Event {}

private actor Desk {
  func advance() {}
}

@MainActor
private final class View {
  func show() {}
}

extension Scenario {
  static let busTasks = asyncPair(
    "bus-tasks", "Handlers in tasks, on actors, on queues and on the main actor; the program awaits their deliveries.",
    clean: {
      let bus = EventBus(name: "bus")
      return { scope in
        let player = scope.track(Player())
        let desk = scope.track(Desk())
        let bag = CompositeDisposable()
        bus.on(Goal.self).bound(to: bag).task { _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).task(on: desk) { desk, _ in desk.advance() }
        bus.on(Goal.self).bound(to: bag).queue(.global()).next { _ in player.advance() }
        bus.on(Goal.self).bound(to: bag).next(on: MainActor.self) { _ in player.advance() }
        try await bus.deliver(Goal(), policy: .concurrent)
        bag.dispose()
      }
    },
    leaking: {
      let bus = EventBus(name: "bus")
      return { @MainActor scope in
        let player = scope.track(Player())
        let view = scope.track(View())
        leaksBelow(.retained)
        bus.on(Goal.self).task { _ in player.advance() }
        leaksBelow(.retained)
        bus.on(Goal.self).queue(.global()).next { _ in player.advance() }
        leaksBelow(.retained)
        bus.subscribe(Goal.self, on: MainActor.self) { _ in view.show() }
        try await bus.deliver(Goal())
      }
    })
}
