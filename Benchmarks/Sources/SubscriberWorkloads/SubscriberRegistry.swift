/// A candidate: a registry that keeps subscribers and calls each of them with a value.
///
/// For a fair comparison, the `subscribe` methods of all candidates in a suite contain the same closure literal, such
/// as `{ v in sink.hit(v) }`. A literal that captures one object needs no context. Generic code would wrap a passed
/// closure in a thunk, which costs a malloc, and a call per delivery. So this protocol takes sinks, not closures.
/// Neither `subscribe` nor `send` is ever inlined: a loop around a send repeats the complete send, and the closure is
/// compiled in one piece, next to the code that subscribes it.
public protocol SubscriberRegistry: AnyObject {
  /// The value that `subscribe` returns and `unsubscribe` takes. Its release counts as part of the removal.
  associatedtype Token

  /// - Parameter capacity: The number of subscribers to come. Only the floors, which cannot grow, may use it.
  init(capacity: Int)

  /// - Parameter number: The subscriber's position, for literals that also capture a number.
  func subscribe(_ sink: Sink, number: Int) -> Token
  func unsubscribe(_ token: consuming Token)
  func send(_ value: Int)
}

/// The object that a subscriber calls with a value. It does next to nothing.
public final class Sink: @unchecked Sendable {
  // Sound: benchmarks are single-threaded.
  @exclusivity(unchecked) public private(set) var total = 0

  public init() {}

  @inline(never)
  public func hit(_ value: Int) { total &+= value }
}

/// The sinks that all subscribers share, so that the memory of sinks does not count. 16 sinks stay in the first-level
/// cache.
public enum Sinks {
  // Sound: written once, before the first read; the state of the sinks belongs to one thread. Unmanaged, so that a
  // candidate gets a sink without a retain.
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
