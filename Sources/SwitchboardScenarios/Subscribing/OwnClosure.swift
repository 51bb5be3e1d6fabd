internal import Switchboard
internal import SwitchboardLeaks

private final class Button: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let onPress = Slot<@Sendable () -> Void>()
  deinit { onPress.value = nil }
  func flash() {}
}

extension Scenario {
  static let ownClosure = pair(
    "own-closure", "The owner stores a closure that holds the owner: the finding blames no subscription.",
    clean: {
      let presses = PublishSubject<Int, Never>(name: "presses")
      return { scope in
        let button = scope.track(Button())
        button.onPress.value = { [weak button] in button?.flash() }
        presses.subscribe(owner: button) { button, _ in button.onPress.value?() }
        presses.send(1)
      }
    },
    leaking: {
      let presses = PublishSubject<Int, Never>(name: "presses")
      let cleaner = Cleaner()
      return { scope in
        leaksBelow(.retained, .elsewhere)
        let button = scope.track(Button())
        button.onPress.value = { button.flash() }
        // This subscription is correct: it would end with the button.
        presses.subscribe(owner: button) { button, _ in button.onPress.value?() }
        presses.send(1)
        cleaner.willCall { [weak button] in button?.onPress.value = nil }
      }
    })
}
