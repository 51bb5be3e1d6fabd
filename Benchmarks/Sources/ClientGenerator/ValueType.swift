/// A type of values in the generated clients, with expressions that the operators' closures consist of.
struct ValueType: Sendable {
  let name: String
  /// Two different values.
  let first, second: String
  /// Expressions of a value `$0`: a number, a text, a condition, and another value of the type.
  let number, text, condition, change: String

  static let all = [
    ValueType(
      name: "Int", first: "3", second: "4", number: "$0 + 1", text: #""\($0)""#, condition: "$0 > 0",
      change: "$0 * 2"),
    ValueType(
      name: "String", first: #""ann""#, second: #""bob""#, number: "$0.count", text: "$0.uppercased()",
      condition: "!$0.isEmpty", change: #"$0 + "!""#),
    ValueType(
      name: "Order", first: #"Order(id: 7, customer: "ann", total: 9.5)"#,
      second: #"Order(id: 8, customer: "bob", total: 12)"#, number: "$0.id", text: "$0.customer",
      condition: "$0.total > 1", change: "$0.discounted()"),
    ValueType(
      name: "Position", first: "Position(latitude: 52.5, longitude: 13.4)",
      second: "Position(latitude: 48.1, longitude: 11.6)", number: "Int($0.latitude)", text: "$0.label",
      condition: "$0.longitude > 0", change: "$0.moved(by: 1)"),
    ValueType(
      name: "Message", first: #"Message(sender: "ann", body: "hello", isRead: false)"#,
      second: #"Message(sender: "bob", body: "good bye", isRead: false)"#, number: "$0.body.count", text: "$0.sender",
      condition: "!$0.isRead", change: "$0.answered()"),
  ]

  /// The declarations of the types that are not in the standard library, and what all generated functions use.
  static let declarations = """
    struct Order: Equatable, Sendable {
      var id: Int
      var customer: String
      var total: Double

      func discounted() -> Order { Order(id: id, customer: customer, total: total * 0.9) }
    }

    struct Position: Equatable, Sendable {
      var latitude: Double
      var longitude: Double

      var label: String { "\\(latitude)/\\(longitude)" }
      func moved(by distance: Double) -> Position { Position(latitude: latitude + distance, longitude: longitude) }
    }

    struct Message: Equatable, Sendable {
      var sender: String
      var body: String
      var isRead: Bool

      func answered() -> Message { Message(sender: sender, body: "re: " + body, isRead: isRead) }
    }

    enum Fault: Error { case refused }

    struct Report: Error { let fault: Fault }

    func accepted<Value>(_ value: Value, if isAccepted: Bool) throws(Fault) -> Value {
      if isAccepted { return value }
      throw .refused
    }

    func show(_ value: Any) { print(value) }
    """
}
