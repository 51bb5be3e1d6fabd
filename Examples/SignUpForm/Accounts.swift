import Switchboard

enum SignUpError: Error {
  case taken(String)

  var text: String {
    switch self {
    case .taken(let email): "\(email) has an account already"
    }
  }
}

/// A simulated server that answers immediately.
struct Accounts: Sendable {
  let taken: Set<String>
  let draft: String

  func loadDraft() -> Signal<String, Never> { .just(draft) }

  func create(_ email: String, _ password: String) -> Signal<String, SignUpError> {
    .deferred { taken.contains(email) ? Signal.fail(.taken(email)) : Signal.just(email) }
  }
}
