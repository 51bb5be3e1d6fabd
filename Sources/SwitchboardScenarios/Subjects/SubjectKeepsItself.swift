internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let subjectKeepsItself = pair(
    "subject-keeps-itself", "A subject's own subscription holds the subject.",
    clean: {
      { _ in
        let echo = PublishSubject<Int, Never>(name: "echo")
        echo.subscribe { [weak echo] value in if value < 3 { echo?.send(value + 1) } }
        echo.send(1)
      }
    },
    leaking: {
      let cleaner = Cleaner()
      return { _ in
        let echo = PublishSubject<Int, Never>(name: "echo")
        leaksBelow(.retained)
        let subscription = echo.subscribe { value in if value < 3 { echo.send(value + 1) } }
        echo.send(1)
        cleaner.willEnd(subscription)
      }
    })
}
