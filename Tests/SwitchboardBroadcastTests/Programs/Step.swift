/// One symbol of a program. A program is run twice, on a broadcaster and on ``Model``; both must do the same.
///
/// The driver takes symbols one after the other. While a delivery runs, each handler call takes the next symbol and
/// performs it inside of the handler. A string of symbols thus says what happens between deliveries and during them.
/// All strings up to a length together describe all re-entrant behaviours up to a size.
enum Step: Character, CaseIterable, Sendable {
  case pass = "."
  case subscribe = "s"
  case disposeFirst = "f"
  case disposeMiddle = "m"
  case disposeLast = "l"
  /// Disposes the handler's own subscription in a handler, and the second subscription outside of handlers.
  case disposeSelf = "i"
  case send = "!"
  case terminate = "T"
}

/// One call of a handler, as seen from inside of the handler.
struct Call: Equatable, CustomStringConvertible {
  let subscriber: Int
  let value: Int
  /// The number of handlers that had not been released (promise R9).
  let alive: Int
  /// The number of live subscriptions (promise R10).
  let count: Int

  var description: String { "#\(subscriber)←\(value) alive \(alive) count \(count)" }
}

/// The value that stands for the terminal event.
let terminalValue = -1

extension Array where Element == Step {
  var text: String { String(map(\.rawValue)) }

  init(text: String) { self = text.map { Step(rawValue: $0)! } }
}
