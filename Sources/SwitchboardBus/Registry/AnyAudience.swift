public import SwitchboardBroadcast

/// Levels, whatever the type of what they get: for events that reach them as a supertype.
@usableFromInline
class AnyAudience: @unchecked Sendable {
  // Sound: it has nothing.
  @inlinable init() {}

  /// The highest priority that is lower than `limit`; nil is the highest of all.
  @usableFromInline func priority(below limit: Int?) -> Int? { nil }

  /// Delivers to the subscribers of one priority, if there are any.
  @usableFromInline
  func deliver(
    _ event: any Event, at priority: Int, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString,
    line: UInt32
  ) {}

  /// Adds what is to be done for the subscribers of one priority.
  func collect(_ event: any Event, at priority: Int, _ steps: inout DeliverySteps) {}
}

extension Levels {
  // Loops, and not the sequence's own: those are not specialised for clients.
  @inlinable
  func level(at priority: Int) -> Level<Value>? {
    var index = 0
    while index < all.count {
      if all[index].priority == priority { return all[index] }
      index += 1
    }
    return nil
  }

  /// As ``AnyAudience/priority(below:)``.
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
  /// The highest of two priorities, of which either may be missing.
  @inlinable @inline(__always)
  static func higher(_ one: Int?, _ other: Int?) -> Int? {
    guard let one else { return other }
    guard let other else { return one }
    return max(one, other)
  }
}

extension Level {
  /// Delivers to those who are part of the audience.
  @inlinable
  func deliver(
    _ event: Value, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    broadcaster.dispatch(
      event,
      // Sound: a bus admits subscribers of this class only.
      to: { unsafeDowncast($0, to: BusSubscriber<Value>.self).isReached(by: event, frame) }, fileID: fileID, line: line)
  }

  /// Adds what is to be done for those who are part of the audience.
  func collect(_ event: Value, _ steps: inout DeliverySteps) {
    broadcaster.visit { node in
      let subscriber = unsafeDowncast(node, to: BusSubscriber<Value>.self)
      if !subscriber.isDisposed, subscriber.number <= steps.limit, subscriber.wants(event) {
        subscriber.step(event, &steps)
      }
    }
  }
}
