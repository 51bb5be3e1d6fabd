internal import Switchboard
internal import SwitchboardLeaks

private final class Screen: Sendable {
  let bag = CompositeDisposable()
  deinit { bag.dispose() }
  func draw() {}
}

extension Scenario {
  static let subjectIntoBag = pair(
    "subject-into-bag", "A subject's subscription in the bag of its owner, or in a bag that is never emptied.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let screen = scope.track(Screen())
        ticks.subscribe(into: screen.bag) { [weak screen] _ in screen?.draw() }
        ticks.send(1)
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let bagOfTheApp = CompositeDisposable()
      return { scope in
        let screen = scope.track(Screen())
        leaksBelow(.orphan)
        ticks.subscribe(into: bagOfTheApp) { [weak screen] _ in screen?.draw() }
        ticks.send(1)
      }
    })
}
