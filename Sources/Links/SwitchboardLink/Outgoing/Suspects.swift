/// The unconfirmed events among which one may have made the server end the connection.
///
/// A server that cannot read a message ends the connection, and does not say which message it was. Without a search the
/// link would send the same events on each connection, for ever. So after such an end the link hands over few events at
/// a time and waits until the server has answered. An event that ends the connection twice, with nothing else on its
/// way, is refused.
struct Suspects {
  /// The tickets of the next trials, the next one last.
  private var trials: [[UInt64]] = []
  /// The trial that was handed over and that the server has not answered.
  private(set) var trial: [UInt64] = []
  private var strikes: [UInt64: Int] = [:]

  private static let size = 16
  private static let mostStrikes = 2

  var isEmpty: Bool { trials.isEmpty && trial.isEmpty }

  /// Suspects the events that the connection had when it ended.
  mutating func begin(_ tickets: [UInt64]) {
    trials = stride(from: 0, to: tickets.count, by: Self.size).map {
      Array(tickets[$0..<min($0 + Self.size, tickets.count)])
    }
    .reversed()
  }

  /// Begins the next trial.
  mutating func next() -> [UInt64] {
    if trial.isEmpty { trial = trials.popLast() ?? [] }
    return trial
  }

  /// The server has answered, so it has read the events of the trial.
  mutating func passed() {
    for ticket in trial { strikes[ticket] = nil }
    trial = []
  }

  /// The connection has ended during the trial. Returns a ticket to refuse. Only an end for which the server has named
  /// the protocol counts: networks and servers fail at any time.
  mutating func failed(isViolation: Bool) -> UInt64? {
    guard let first = trial.first else { return nil }
    defer { trial = [] }
    if !isViolation || trial.count > 1 {
      trials += isViolation ? trial.reversed().map { [$0] } : [trial]
      return nil
    }
    strikes[first, default: 0] += 1
    if strikes[first] == Self.mostStrikes {
      strikes[first] = nil
      return first
    }
    trials.append(trial)
    return nil
  }

  /// Ends the search.
  mutating func clear() { self = Suspects() }
}
