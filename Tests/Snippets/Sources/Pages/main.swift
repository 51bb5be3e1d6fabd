import Switchboard

// The code of README.md and of the site's landing page, in the same words. Tests/Snippets/run.sh checks what it prints.

firstProgram()
ownersActorsAndTasks()
landingPage()

func firstProgram() {
  let logins = PublishSubject<String, Never>(name: "logins")
  let greetings = Property("", name: "greetings")
  logins.filter { !$0.isEmpty }.map { "hello, \($0)" }.bind(to: greetings)
  greetings.changes.subscribe { print($0) }
  logins.send("ann")
}

func ownersActorsAndTasks() {
  /// An object with a lifetime: its subscriptions end when the object is deallocated.
  final class Window: LifetimeOwner, Sendable {
    let lifetime = Lifetime()
    func show(_ text: String) { print(text) }
  }

  actor Log {
    private var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
  }

  let logins = PublishSubject<String, Never>()
  let (window, log) = (Window(), Log())
  logins.subscribe(owner: window) { window, name in window.show(name) }
  logins.subscribe(on: log) { log, name in log.add(name) }
  Task { for await name in logins.values() { print(name) } }
  logins.send("bob")
}

func landingPage() {
  let logins = PublishSubject<String, Never>()
  let names = logins.filter { !$0.isEmpty }
  let subscription = names.map { "welcome, \($0)" }.subscribe { print($0) }

  logins.send("ann")  // welcome, ann
  subscription.dispose()
  logins.send("bob")  // no subscriber: nothing is printed
}
