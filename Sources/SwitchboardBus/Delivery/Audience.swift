public import SwitchboardBroadcast

/// The priority lists of one channel, independent of the type of their events. A dispatch uses this class for the
/// channels of supertypes.
@usableFromInline
class AnyAudience: @unchecked Sendable {
  // Sound: the class has no stored properties.
  @inlinable init() {}

  /// Returns the highest priority that is lower than `limit`, or the highest priority of all if `limit` is nil.
  @usableFromInline func priority(below limit: Int?) -> Int? { nil }

  /// Delivers to the subscribers of one priority, if there are any.
  @usableFromInline
  func deliver(
    _ event: any Event, at priority: Int, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString,
    line: UInt32
  ) {}

  /// Adds the delivery steps of the subscribers of one priority.
  func collect(_ event: any Event, at priority: Int, _ steps: inout DeliverySteps) {}
}

extension PriorityLists {
  // Explicit loops, because the methods of `Sequence` are not specialised for clients.
  @inlinable
  func list(at priority: Int) -> PriorityList<Value>? {
    var index = 0
    while index < all.count {
      if all[index].priority == priority { return all[index] }
      index += 1
    }
    return nil
  }

  /// Returns the same as ``AnyAudience/priority(below:)``.
  @inlinable
  func highest(below limit: Int?) -> Int? {
    guard let limit else { return all.isEmpty ? nil : all[0].priority }
    var index = 0
    while index < all.count {
      if all[index].priority < limit { return all[index].priority }
      index += 1
    }
    return nil
  }
}

extension AnyAudience {
  /// Returns the higher of two priorities. Nil is lower than every priority.
  @inlinable @inline(__always)
  static func higher(_ one: Int?, _ other: Int?) -> Int? {
    guard let one else { return other }
    guard let other else { return one }
    return max(one, other)
  }
}

extension PriorityList {
  /// Delivers to the subscribers that belong to the audience.
  @inlinable
  func deliver(
    _ event: Value, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    broadcaster.dispatch(
      event,
      // Sound: a bus admits only subscribers of this class.
      to: { unsafeDowncast($0, to: BusSubscriber<Value>.self).isReached(by: event, frame) }, fileID: fileID, line: line)
  }

  /// Adds the delivery steps of the subscribers that belong to the audience.
  func collect(_ event: Value, _ steps: inout DeliverySteps) {
    broadcaster.visit { node in
      let subscriber = unsafeDowncast(node, to: BusSubscriber<Value>.self)
      if !subscriber.isDisposed, subscriber.number <= steps.limit, subscriber.wants(event) {
        subscriber.step(event, &steps)
      }
    }
  }
}
