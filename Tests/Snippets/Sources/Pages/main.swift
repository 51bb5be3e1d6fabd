import Switchboard

// The code of README.md and of the site's landing page, in the same words. Tests/snippets.sh checks what it prints.

picture()
firstProgram()
landingPage()

func picture() {
  let logins = PublishSubject<String, Never>(name: "logins")
  let greetings = Property("", name: "greetings")
  logins.filter { !$0.isEmpty }.map { "hello, \($0)" }.bind(to: greetings)
  greetings.changes.subscribe { print($0) }
  logins.send("ann")
}

func firstProgram() {
  /// An object with a lifetime: its subscriptions end when the object is deallocated.
  final class Window: LifetimeOwner, Sendable {
    let lifetime = Lifetime()
    func show(_ text: String) { print(text) }
  }

  let typed = PublishSubject<String, Never>()  // you send, all subscribers receive
  var window: Window? = Window()

  typed
    .filter { $0.count > 2 }  // operators make a new signal
    .distinctUntilChanged()
    .map { "searching for \($0)" }
    .subscribe(owner: window!) { window, text in window.show(text) }

  typed.send("sw")  // too short
  typed.send("swift")  // searching for swift
  window = nil  // the subscription ends here
  typed.send("swift package")  // nobody hears this
}

func landingPage() {
  let logins = PublishSubject<String, Never>()
  let names = logins.filter { !$0.isEmpty }
  let subscription = names.map { "welcome, \($0)" }.subscribe { print($0) }

  logins.send("ann")  // welcome, ann
  subscription.dispose()
  logins.send("bob")  // nobody hears this
}
