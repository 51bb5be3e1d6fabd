import SwitchboardBroadcast
import SwitchboardStorages
import Testing

/// A common interface to broadcasters of every storage. A test is written once and takes the storage as its argument.
protocol Hub<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  @discardableResult
  func subscribe(waitable: Bool, _ handler: @escaping @Sendable (Value) -> Void) -> Subscription
  func send(_ value: Value)
  func dispatch(_ value: Value)
  func terminate(with value: Value)
  func terminate(_ event: @escaping @Sendable (Subscription) -> Void)
  var census: Census { get }
  func checkInvariants()
}

extension Hub {
  @discardableResult
  func subscribe(_ handler: @escaping @Sendable (Value) -> Void) -> Subscription {
    subscribe(waitable: false, handler)
  }

  /// Subscribes a handler that can end its own subscription.
  @discardableResult
  func subscribeWithToken(_ handler: @escaping @Sendable (Value, Token) -> Void) -> Token {
    let token = Token()
    token.hold(subscribe { [weak token] value in if let token { handler(value, token) } })
    return token
  }

  /// Calls `send` for serial delivery, and `dispatch` for concurrent delivery. The hub must have been made for
  /// `delivery`.
  func deliver(_ value: Value, _ delivery: Delivery) {
    switch delivery {
    case .serial: send(value)
    case .concurrent: dispatch(value)
    }
  }
}

enum Delivery: CaseIterable, Sendable { case serial, concurrent }

/// A hub that holds its broadcaster as a user would. The broadcaster is deallocated with the hub.
private final class StoredHub<Value: Sendable, Storage: ComparedStorage & ~Copyable>: Hub {
  private let broadcaster: ComparedBroadcaster<Value, Storage>

  init(_ delivery: Delivery) { broadcaster = ComparedBroadcaster(delivery == .serial ? .serial : .concurrent) }

  func subscribe(waitable: Bool, _ handler: @escaping @Sendable (Value) -> Void) -> Subscription {
    broadcaster.subscribe(waitable: waitable, handler)
  }
  func send(_ value: Value) { broadcaster.send(value) }
  func dispatch(_ value: Value) { broadcaster.dispatch(value) }
  func terminate(with value: Value) { broadcaster.terminate(with: value) }
  func terminate(_ event: @escaping @Sendable (Subscription) -> Void) {
    broadcaster.terminate { event(Subscription($0)) }
  }
  var census: Census { broadcaster.census }
  func checkInvariants() { broadcaster.checkInvariants() }
}

enum StorageKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case array, linkedList, dense

  var testDescription: String { rawValue }

  func hub<Value: Sendable>(_ delivery: Delivery = .serial, of value: Value.Type = Int.self) -> any Hub<Value> {
    switch self {
    case .array: StoredHub<Value, ArrayStorage>(delivery)
    case .linkedList: StoredHub<Value, LinkedListStorage>(delivery)
    case .dense: StoredHub<Value, DenseStorage>(delivery)
    }
  }
}

extension Census {
  /// Whether the memory is within the bounds that hold at rest (promise R10).
  var isWithinBounds: Bool { capacity <= 4 * count + 16 && (count > 0 || capacity <= 2) }
}

extension Subscription {
  /// Waits like a `WaitableSubscription`. The subscription must have been made with `waitable: true`.
  func disposeAndWait() { WaitableSubscription(node).disposeAndWait() }
}

extension [Subscription] {
  var haveEnded: Bool { !contains { !$0.isDisposed } }
}
