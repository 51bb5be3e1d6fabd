import Synchronization

/// Runs snippets, and keeps the names of those that heard something else than expected.
final class Runner {
  private(set) var count = 0
  private(set) var failures: [String] = []

  /// Runs `snippet`, and compares what it heard, separated by spaces, with `expected`. Waits for handlers that run
  /// elsewhere.
  func callAsFunction(_ name: String, hears expected: String, _ snippet: (Heard) async throws -> Void) async {
    count += 1
    let heard = Heard()
    do { try await snippet(heard) } catch { heard("threw", error) }
    let limit = ContinuousClock.now + .seconds(30)
    while heard.text != expected, ContinuousClock.now < limit { await Task.yield() }
    if heard.text != expected { failures.append("\(name): heard “\(heard.text)”, not “\(expected)”") }
  }
}

/// What a snippet heard: called as `print` is.
nonisolated final class Heard: Sendable {
  private let words = Mutex<[String]>([])

  var text: String { words.withLock { $0.joined(separator: " ") } }

  func callAsFunction(_ items: Any...) {
    let descriptions = items.map { "\($0)" }
    words.withLock { $0 += descriptions }
  }
}

nonisolated enum Fault: Error, Equatable { case broken, late }

nonisolated func parse(_ word: String) throws(Fault) -> Int {
  guard let number = Int(word) else { throw .broken }
  return number
}

nonisolated func parseAnyhow(_ word: String) throws -> Int { try parse(word) }
