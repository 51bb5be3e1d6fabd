public import Switchboard

// The events are all that the modules of this program share.

/// An event that the audit writes down, whichever module dispatches it.
public protocol Recorded: Event {
  var entry: String { get }
}

public struct RegistrationRequested: Event {
  public let user: String
  public init(user: String) { self.user = user }
}

public struct UserRegistered: Recorded {
  public let user: String
  public init(user: String) { self.user = user }
  public var entry: String { "\(user) is registered" }
}

public struct PaymentRequested: Event {
  public let user: String
  public let amount: Int
  public init(user: String, amount: Int) { (self.user, self.amount) = (user, amount) }
}

/// The answer to a payment request. The subtype says whether the payment was accepted.
public struct PaymentAnswered: Recorded {
  public let user: String
  public let amount: Int
  public let isAccepted: Bool

  public init(user: String, amount: Int, isAccepted: Bool) {
    (self.user, self.amount, self.isAccepted) = (user, amount, isAccepted)
  }

  public var subtype: String? { isAccepted ? "accepted" : "refused" }
  public var entry: String { "\(amount) of \(user) \(subtype ?? "")" }
}

/// The end of the program. The modules close one after the other, in the order of these priorities.
public struct Closing: Event {
  public static let front = 2
  public static let books = 1
  public static let records = 0

  public init() {}
}
