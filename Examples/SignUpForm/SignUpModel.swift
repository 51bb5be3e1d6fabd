import Switchboard

/// The data and commands of the form, independent of the view. A view binds to the following ends of the channels.
final class SignUpModel: Sendable {
  let emailChannel = Channel<String, Never>(name: "email")
  let passwordChannel = Channel<String, Never>(name: "password")
  let message = Property("", name: "message")
  let load: Command<Void, String, Never>
  let submit: Command<Void, String, SignUpError>

  private let email: Property<String>
  private let password: Property<String>

  init(_ accounts: Accounts) {
    let (email, password) = (Property("", name: "model.email"), Property("", name: "model.password"))
    (self.email, self.password) = (email, password)
    let isValid = Signal.combineLatest(email, password).map { email, password in
      email.contains("@") && password.count >= 8
    }
    load = Command(name: "load") { _ in accounts.loadDraft().do { email.value = $0 } }
    submit = Command(name: "submit", enabled: isValid) { _ in
      accounts.create(email.value, password.value).do { _ in password.value = "" }
    }
    // Capital letters in the address are replaced with lowercase letters.
    email.changes.filter { $0 != $0.lowercased() }.map { $0.lowercased() }.bind(to: email)
    email.bind(twoWay: emailChannel.leading)
    password.bind(twoWay: passwordChannel.leading)
    submit.values.map { "welcome, \($0)" }.merge(with: submit.errors.map { "sorry: \($0.text)" })
      .merge(with: submit.refusals.map { "\($0)" }).bind(to: message)
  }

  func reset() {
    email.value = ""
    password.value = ""
  }
}
