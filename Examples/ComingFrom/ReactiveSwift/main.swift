import Switchboard

struct Rejected: Error {}

final class Login: Sendable {
  let isOnline = Property(false)
  let title = Property("Please log in")
  let submit: Command<String, String, Rejected>

  init() {
    submit = Command(enabled: isOnline) { name in
      name == "eve" ? .fail(Rejected()) : .just("Welcome, \(name)")
    }
    submit.values.merge(with: submit.errors.map { _ in "Sorry" }).bind(to: title)
  }
}

let login = Login()
login.title.subscribe { print($0) }
login.submit.execute("ann")
login.isOnline.value = true
login.submit.execute("eve")
login.submit.execute("ann")
