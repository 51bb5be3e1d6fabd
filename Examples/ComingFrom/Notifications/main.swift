import Foundation

extension Notification.Name {
  static let userLoggedIn = Notification.Name("userLoggedIn")
}

final class Greeter: @unchecked Sendable {
  private let center: NotificationCenter
  private var token: (any NSObjectProtocol)?

  init(_ center: NotificationCenter) {
    self.center = center
    token = center.addObserver(forName: .userLoggedIn, object: nil, queue: nil) { [weak self] notification in
      guard let name = notification.userInfo?["name"] as? String else { return }
      self?.greet(name)
    }
  }

  deinit { if let token { center.removeObserver(token) } }

  private func greet(_ name: String) { print("Welcome, \(name)") }
}

let center = NotificationCenter()
var greeter: Greeter? = Greeter(center)
center.post(name: .userLoggedIn, object: nil, userInfo: ["name": "ann"])
greeter = nil
center.post(name: .userLoggedIn, object: nil, userInfo: ["name": "bob"])
