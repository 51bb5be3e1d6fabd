import Switchboard

/// The subjects that connect the parts of the program. The subjects live as long as the program, and so does each
/// subscription that is never disposed.
enum Wires {
  static let submissions = PublishSubject<Credentials, Never>(name: "submissions")
  static let failures = PublishSubject<LoginError, Never>(name: "failures")
  static let user = BehaviorSubject<String?, Never>(nil, name: "user")
  static let clicks = PublishSubject<String, Never>(name: "clicks")
}

/// The login form. Receives the messages about failed logins while it is shown.
final class Form: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  private let messages = PublishSubject<String, Never>(name: "messages")

  init() {
    messages.subscribe(owner: self) { _, _ in }
    Wires.failures.map { "cannot log in: \($0)" }.subscribe(owner: self) { form, text in form.messages.send(text) }
  }

  func submit(_ user: String, _ password: String) {
    Wires.submissions.send(Credentials(user: user, password: password))
  }
}

/// The screen after a login.
final class Home: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  init(leaks: Bool) {
    Wires.clicks.filter { $0 == "log out" }.subscribe(owner: self) { _, _ in Wires.user.send(nil) }
    // This subscription has no owner, so it stays after the screen is deallocated.
    if leaks { Wires.clicks.subscribe { _ in } }
  }

  func click(_ button: String) { Wires.clicks.send(button) }
}
