/// A candidate: something that keeps subscribers and calls each of them with a value.
///
/// To be fair to all, each one's `subscribe` in a suite writes the same closure literal, such as `{ v in sink.hit(v) }`.
/// A literal that captures one object needs no context of its own; passed on through generic code it would be wrapped in
/// a thunk, which costs a malloc and a call per delivery. So this protocol takes sinks, not closures. And neither
/// `subscribe` nor `send` is ever inlined: a loop around a send repeats all of it, and the closure is compiled in one
/// piece, next to what subscribes it.
public protocol SubscriberRegistry: AnyObject {
  /// What `subscribe` gives and `unsubscribe` takes. Its release counts as part of the removal.
  associatedtype Token

  /// - Parameter capacity: How many will subscribe. For the floors, which cannot grow; no other may look at it.
  init(capacity: Int)

  /// - Parameter number: The subscriber's position. For literals that capture a number too.
  func subscribe(_ sink: Sink, number: Int) -> Token
  func unsubscribe(_ token: consuming Token)
  func send(_ value: Int)
}

/// What a subscriber does with a value: next to nothing.
public final class Sink: @unchecked Sendable {
  // Sound: benchmarks are single-threaded.
  @exclusivity(unchecked) public private(set) var total = 0

  public init() {}

  @inline(never)
  public func hit(_ value: Int) { total &+= value }
}

/// The sinks that all subscribers share, so that their memory does not count: 16 stay in the first-level cache.
public enum Sinks {
  // Sound: written once, before it can be read; the sinks' own state belongs to one thread. Unmanaged, so that handing
  // one to a candidate costs no retain.
  public nonisolated(unsafe) static let shared: UnsafeMutablePointer<Unmanaged<Sink>> = {
    let sinks = UnsafeMutablePointer<Unmanaged<Sink>>.allocate(capacity: 16)
    for index in 0..<16 { (sinks + index).initialize(to: .passRetained(Sink())) }
    return sinks
  }()
}

extension SubscriberRegistry {
  @inlinable @inline(__always)
  func subscribe(number: Int, of sinks: UnsafeMutablePointer<Unmanaged<Sink>>) -> Token {
    sinks[number & 15]._withUnsafeGuaranteedRef { subscribe($0, number: number) }
  }
}
