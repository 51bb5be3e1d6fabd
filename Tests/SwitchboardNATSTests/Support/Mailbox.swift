#if NATS
  import Foundation

  /// What a test waited for did not happen.
  struct Late: Error, CustomStringConvertible {
    let description: String
  }

  /// What threads of the engine have delivered, and a test waits for.
  final class Mailbox<Element: Sendable>: @unchecked Sendable {
    // Sound: `entries` is touched only under `condition`.
    private let condition = NSCondition()
    private var entries: [Element] = []

    func add(_ entry: Element) {
      condition.withLock {
        entries.append(entry)
        condition.broadcast()
      }
    }

    var all: [Element] { condition.withLock { entries } }

    /// Waits until `isDone`, and returns what has arrived.
    @discardableResult
    func wait(within seconds: TimeInterval = 30, _ isDone: ([Element]) -> Bool) throws -> [Element] {
      let limit = Date(timeIntervalSinceNow: seconds)
      return try condition.withLock {
        while !isDone(entries) {
          if !condition.wait(until: limit) {
            throw Late(description: "\(seconds) s passed with \(entries.count): \(entries.suffix(5))")
          }
        }
        return entries
      }
    }

    @discardableResult
    func wait(for count: Int, within seconds: TimeInterval = 30) throws -> [Element] {
      try wait(within: seconds) { $0.count >= count }
    }

    /// Returns what arrives after the first `count` within a time in which nothing should arrive.
    func quiet(for seconds: TimeInterval, after count: Int) -> [Element] {
      Array(((try? wait(for: count + 1, within: seconds)) ?? all).dropFirst(count))
    }
  }
#endif
