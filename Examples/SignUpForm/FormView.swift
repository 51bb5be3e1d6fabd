import Switchboard

/// Two fields and a button, drawn as lines of text.
final class FormView: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let email = Property("", name: "view.email")
  let password = Property("", name: "view.password")
  private let submitCommand: Command<Void, String, SignUpError>

  init(_ model: SignUpModel) {
    submitCommand = model.submit
    email.bind(twoWay: model.emailChannel.following)
    password.bind(twoWay: model.passwordChannel.following)
    email.changes.subscribe(owner: self) { _, text in print("  email    [\(text)]") }
    password.changes.subscribe(owner: self) { _, text in
      print("  password [\(String(repeating: "•", count: text.count))]")
    }
    model.submit.enabled.distinctUntilChanged().skip(1)
      .subscribe(owner: self) { _, isEnabled in print(isEnabled ? "  (submit)" : "  -submit-") }
    model.submit.executing.filter { $0 }.subscribe(owner: self) { _, _ in print("  …") }
    model.message.changes.subscribe(owner: self) { _, text in print("  \(text)") }
  }

  func submit() { submitCommand.execute().subscribe(onCompleted: { print("  done") }) }
}
