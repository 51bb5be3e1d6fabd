internal import Switchboard
internal import SwitchboardLeaks

@MainActor
private final class View {
  func show() {}
}

extension Scenario {
  static let onMainActor = asyncPair(
    "main-actor", "Handlers on the main actor, with events still on their way when the code under check ends.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { @MainActor scope in
        let view = scope.track(View())
        let bag = CompositeDisposable()
        bag.add(ticks.subscribe(on: MainActor.self) { [weak view] _ in view?.show() })
        // Sent from outside of the main actor, so that the events must hop.
        await Task.detached { for value in 0..<3 { ticks.send(value) } }.value
        bag.dispose()
        // When the body returns, the last event is still on its way and holds the view.
        let brief = PublishSubject<Int, Never>()
        brief.subscribe(on: MainActor.self, onNext: { _ in view.show() }, onCompleted: { view.show() })
        await Task.detached {
          brief.send(1)
          brief.sendCompleted()
        }.value
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { @MainActor scope in
        let view = scope.track(View())
        leaksBelow(.retained)
        ticks.subscribe(on: MainActor.self) { _ in view.show() }
        await Task.detached { ticks.send(1) }.value
        leaksBelow(.orphan)
        ticks.subscribe(on: MainActor.self) { [weak view] _ in view?.show() }
      }
    })
}
