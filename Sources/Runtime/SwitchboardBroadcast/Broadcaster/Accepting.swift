// Sends whose value is made, or noted by the sender, at the moment in which it takes its place in the order.

import Synchronization

extension Broadcaster {
  /// Sends `value`, and runs `accept` under the lock, at the moment in which the value takes its place in the order.
  /// `accept` must be a few moves: no user code, not even a deinit (promise R4). After the end, `accept` is not called.
  /// Serial delivery only.
  @inlinable
  public borrowing func send(
    _ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line, accept: () -> Void
  ) {
    let word = owner.registry.lock()
    if !owner.registry.isClosed { accept() }
    owner.registry.send(value, owner.registry.begin(underLock: word), at: CallSite(fileID, line))
  }

  /// Sends `value`. `note` shows `number` while the value is delivered. Serial delivery only.
  ///
  /// For a sender that adds a number to its values: code that does not know the type of the values would look up the
  /// metadata of the tuple for each value.
  package borrowing func send(_ value: Value, noting number: Int, in note: DeliveryNote) {
    let registry = owner.registry
    let begin = registry.begin(underLock: registry.lock())
    switch begin {
    case .delivery: note.number = number
    case .queue: registry.enqueue(number, for: note)
    case .ended: return
    }
    registry.send(value, begin, at: CallSite(#fileID, #line))
  }

  /// Sends the value that `make` returns if `isWanted` returns true. Both run under the lock, so the rule for `accept`
  /// in ``send(_:fileID:line:accept:)`` applies to them too. After the end, neither is called.
  ///
  /// For code that does not know the type of the value: with ``send(fileID:line:make:)``, it would look up the metadata
  /// of an optional for each value.
  @inlinable @inline(__always)
  package borrowing func send(if isWanted: () -> Bool, _ make: () -> Value) {
    let registry = owner.registry
    let word = registry.lock()
    guard !registry.isClosed, isWanted() else { return registry.unlock() }
    let value = make()
    registry.send(value, registry.begin(underLock: word), at: CallSite(#fileID, #line))
  }

  /// Sends the value that `make` returns, or nothing if that is nil. `make` runs under the lock, at the moment in which
  /// the value takes its place in the order, so the rule for `accept` in ``send(_:fileID:line:accept:)`` applies to
  /// `make` too. After the end, `make` is not called. Serial delivery only.
  ///
  /// - Returns: Whether a value was sent.
  @inlinable @discardableResult
  public borrowing func send(
    fileID: StaticString = #fileID, line: UInt32 = #line, make: () -> Value?
  ) -> Bool {
    let word = owner.registry.lock()
    guard !owner.registry.isClosed, let value = make() else {
      owner.registry.unlock()
      return false
    }
    owner.registry.send(value, owner.registry.begin(underLock: word), at: CallSite(fileID, line))
    return true
  }

  /// Sends the value that `make` returns. As ``send(fileID:line:make:)``, but always with a value: an optional of some
  /// structs is examined by a function of the value's metadata.
  @inlinable
  public borrowing func accept(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ make: () -> Value
  ) {
    let word = owner.registry.lock()
    if owner.registry.isClosed { return owner.registry.unlock() }
    let value = make()
    owner.registry.send(value, owner.registry.begin(underLock: word), at: CallSite(fileID, line))
  }

  /// Sends the values that `make` returns, with nothing in between; used for values that were held back. `make` runs
  /// under the lock, so the rule for `accept` in ``send(_:fileID:line:accept:)`` applies to `make` too. The caller
  /// keeps the values until this function returns, so that no value is released under the lock. Serial delivery only.
  ///
  /// Cost: O(values × subscriptions), and the queue.
  @inlinable
  public borrowing func send(
    fileID: StaticString = #fileID, line: UInt32 = #line, makeAll make: () -> [Deferred<Value>]
  ) {
    let word = owner.registry.lock()
    let values = owner.registry.isClosed ? [] : make()
    if values.isEmpty { return owner.registry.unlock() }
    for deferred in values {
      Probe.queued(owner.registry, from: Probe.site(CallSite(fileID, line), of: owner.registry))
      owner.registry.enqueue(deferred.value, in: deferred.scope)
    }
    if word & StateWord.walkers != 0 {
      owner.registry.unlock()
      return Probe.settled()
    }
    owner.registry.unlockAndEnter()
    owner.registry.drain()
  }

  /// Runs `body` under the lock. The rule for `accept` in ``send(_:fileID:line:accept:)`` applies to `body` too.
  @inlinable
  public borrowing func withLock<Result>(_ body: () -> Result) -> Result {
    owner.registry.withLock(body)
  }
}

/// Shows the number that the sender has added to the value that is being delivered.
package final class DeliveryNote: Sendable {
  private let atomic = Atomic<Int>(0)

  package init() {}

  /// Written and read inside the deliveries of one serial registry, which come one at a time.
  package internal(set) var number: Int {
    get { atomic.load(ordering: .relaxed) }
    set { atomic.store(newValue, ordering: .relaxed) }
  }
}

/// A value that its owner held back before it sent it.
public struct Deferred<Value: Sendable>: Sendable {
  public let value: Value
  /// The update whose closure made the value, or ``UpdateScope/none``.
  public let scope: UpdateScope

  @inlinable
  public init(_ value: Value, in scope: UpdateScope) { (self.value, self.scope) = (value, scope) }
}
