public import Observation
import SwitchboardBroadcast

/// Whose value both sides of a two-way binding begin with.
public enum BindingStart: Sendable {
  /// The object's: what is on the left of the call takes the value of what is on its right, as in RACChannelTo.
  case object
  /// That of the property or channel that the object is bound to; if a channel has none, the object is left as it is.
  case own
}

extension Property where Value: Equatable {
  /// Binds this and a property of an observable object to each other.
  ///
  /// The object is read and written on `scheduler` only, at the scheduler's next turn, or at once for ``Scheduler/main`` on the main actor;
  /// and it must be changed there only. Of changes without a turn between them the last one is passed on. If both sides
  /// change before a turn, the object's value wins. What the object makes of a value that is set, such as a trimmed text, comes back.
  /// Both have one value when all turns have been taken.
  ///
  /// Ends when the subscription returned is disposed or one of the two goes; neither keeps the other alive. Echoes are told by
  /// comparing, which is why values have to be `Equatable`. Source: RACKVOChannel, RACChannelTo.
  ///
  /// - Precondition: Nothing else is bound to that property of the object, and `scheduler` is not ``Scheduler/immediate``.
  @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable, on scheduler: Scheduler,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    bind(toObject: .of(object, keyPath), keyPath, on: scheduler, start, fileID: fileID, line: line)
  }

  /// The same for an object that belongs to the main actor.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    bind(toObject: .onMain(object, keyPath), keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// The same for a property whose value may be absent, which the object has `nilValue` for. An object that takes `nilValue` by
  /// itself sets this to that, not to nil.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable, Wrapped>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped>, nilValue: Wrapped,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    let access = ObjectAccess.onMain(object, keyPath).replacingNil(with: nilValue)
    return bind(toObject: access, keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// The same on `scheduler`.
  @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable, Wrapped>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped> & Sendable, nilValue: Wrapped,
    on scheduler: Scheduler, startingWith start: BindingStart = .object, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    let access = ObjectAccess.of(object, keyPath).replacingNil(with: nilValue)
    return bind(toObject: access, keyPath, on: scheduler, start, fileID: fileID, line: line)
  }
}

extension ChannelTerminal where Value: Equatable {
  /// Binds this end and a property of an observable object to each other. The channel is completed when the object goes. See
  /// ``Property/bind(twoWay:_:on:startingWith:fileID:line:)``.
  @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable, on scheduler: Scheduler,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    end.bind(toObject: .of(object, keyPath), keyPath, on: scheduler, start, fileID: fileID, line: line)
  }

  /// The same for an object that belongs to the main actor.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    end.bind(toObject: .onMain(object, keyPath), keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// The same for a channel whose values may be absent, which the object has `nilValue` for. An object that takes `nilValue` by itself
  /// sends that, not nil. Source: RACKVOChannel initWithTarget:keyPath:nilValue:.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable, Wrapped>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped>, nilValue: Wrapped,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    let access = ObjectAccess.onMain(object, keyPath).replacingNil(with: nilValue)
    return end.bind(toObject: access, keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// The same on `scheduler`.
  @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable, Wrapped>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped> & Sendable, nilValue: Wrapped,
    on scheduler: Scheduler, startingWith start: BindingStart = .object, fileID: StaticString = #fileID,
    line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    let access = ObjectAccess.of(object, keyPath).replacingNil(with: nilValue)
    return end.bind(toObject: access, keyPath, on: scheduler, start, fileID: fileID, line: line)
  }
}

extension TwoWayEnd where Value: Equatable {
  fileprivate func bind(
    toObject access: ObjectAccess<Value>, _ keyPath: AnyKeyPath, on scheduler: Scheduler, _ start: BindingStart,
    fileID: StaticString, line: UInt32
  ) -> Subscription {
    let end = ObservedEnd(access, on: scheduler, beginsWithObject: start == .object)
    return bind(toRight: end, fileID: fileID, line: line) { chain in
      KeyPathTargets.shared.take(access.object, ComparedKeyPath(keyPath: keyPath), for: chain)
    }
  }
}

extension ObjectAccess {
  fileprivate static func of<Object: AnyObject & Sendable>(
    _ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable
  ) -> ObjectAccess {
    ObjectAccess(
      object: object, read: { [weak object] in object?[keyPath: keyPath] },
      write: { [weak object] in object?[keyPath: keyPath] = $0 })
  }

  @MainActor
  fileprivate static func onMain<Object: AnyObject & Sendable>(
    _ object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>
  ) -> ObjectAccess {
    let path = MainActorKeyPath(keyPath: keyPath)
    return ObjectAccess(
      object: object,
      read: { [weak object] in MainActor.assumeIsolated { object?[keyPath: path.keyPath] } },
      write: { [weak object] value in MainActor.assumeIsolated { object?[keyPath: path.keyPath] = value } })
  }

  fileprivate func replacingNil(with nilValue: Value) -> ObjectAccess<Value?> {
    let (read, write) = (read, write)
    return ObjectAccess<Value?>(
      object: object, read: { read().map(Optional.some) }, write: { write($0 ?? nilValue) },
      expected: { $0 ?? nilValue })
  }
}
