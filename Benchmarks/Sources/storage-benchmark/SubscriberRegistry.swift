/// A candidate: something that keeps subscribers and calls each of them with a value.
///
/// To be fair to all, each one's `subscribe` writes the same closure literal, `{ v in sink.hit(v) }`. A literal that
/// captures one object needs no context of its own; passed on through generic code it would be wrapped in a thunk, which
/// costs a malloc and a call per delivery. So this protocol takes sinks, not closures. And `send` is never inlined,
/// so that a loop around it repeats all of it.
protocol SubscriberRegistry: AnyObject {
  /// What `subscribe` gives and `unsubscribe` takes. Its release counts as part of the removal.
  associatedtype Token

  /// - Parameter capacity: How many will subscribe. For the floors, which cannot grow; no other may look at it.
  init(capacity: Int)

  func subscribe(_ sink: Sink) -> Token
  func unsubscribe(_ token: consuming Token)
  func send(_ value: Int)
}

/// What a subscriber does with a value: next to nothing.
final class Sink: @unchecked Sendable {
  // Sound: benchmarks are single-threaded.
  @exclusivity(unchecked) private(set) var total = 0

  @inline(never)
  func hit(_ value: Int) { total &+= value }
}

/// The sinks that all subscribers share, so that their memory does not count: 16 stay in the first-level cache.
enum Sinks {
  // Sound: written once, before it can be read; the sinks' own state belongs to one thread.
  nonisolated(unsafe) static let shared: UnsafeMutablePointer<Sink> = {
    let sinks = UnsafeMutablePointer<Sink>.allocate(capacity: 16)
    for index in 0..<16 { (sinks + index).initialize(to: Sink()) }
    return sinks
  }()
}
