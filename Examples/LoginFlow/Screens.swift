import Switchboard

/// What the parts of the program tell each other. Lives as long as the program, and so does a subscription that nobody ends.
enum Wires {
  static let submissions = PublishSubject<Credentials, Never>(name: "submissions")
  static let failures = PublishSubject<LoginError, Never>(name: "failures")
  static let user = BehaviorSubject<String?, Never>(nil, name: "user")
  static let clicks = PublishSubject<String, Never>(name: "clicks")
}

/// Where a user types. Says what went wrong for as long as it is shown.
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

/// What a user sees who has logged in.
final class Home: LifetimeOwner, Sendable {
  let lifetime = Lifetime()

  init(leaks: Bool) {
    Wires.clicks.filter { $0 == "log out" }.subscribe(owner: self) { _, _ in Wires.user.send(nil) }
    // Nothing ends this one: it stays when the screen has gone.
    if leaks { Wires.clicks.subscribe { _ in } }
  }

  func click(_ button: String) { Wires.clicks.send(button) }
}
