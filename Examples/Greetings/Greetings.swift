import Switchboard

/// The six lines at the top of the README.
@main
enum Greetings {
  static func main() {
    let logins = PublishSubject<String, Never>(name: "logins")
    let greetings = Property("", name: "greetings")
    logins.filter { !$0.isEmpty }.map { "hello, \($0)" }.bind(to: greetings)
    greetings.changes.subscribe { print($0) }
    logins.send("ann")
  }
}
