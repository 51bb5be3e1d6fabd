import Switchboard

struct Credentials: Sendable {
  var user: String
  var password: String
}

enum LoginError: Error {
  /// No answer came. Another try may succeed.
  case timeout
  case refused
}

/// A simulated server on a bad network: the first request of every login gets no answer.
struct Server: Sendable {
  private let password = "sesame"

  /// Logs in, and tries once more after a timeout.
  func login(_ credentials: Credentials) -> Signal<String, LoginError> {
    request(credentials, attempt: 1)
      .catch { error in
        switch error {
        case .timeout: request(credentials, attempt: 2)
        case .refused: .fail(error)
        }
      }
      .named("login")
  }

  private func request(_ credentials: Credentials, attempt: Int) -> Signal<String, LoginError> {
    Signal { observer in
      if attempt == 1 {
        observer.send(error: .timeout)
      } else if credentials.password == password {
        observer.send(credentials.user)
        observer.sendCompleted()
      } else {
        observer.send(error: .refused)
      }
      return nil
    }
  }
}
