public import Observation
import SwitchboardBroadcast

/// The side whose value a two-way binding begins with.
public enum BindingStart: Sendable {
  /// The object's value. The left side of the call takes the value of the right side, as in RACChannelTo.
  case object
  /// The value of the property or channel that the object is bound to. If a channel has no value, the object stays
  /// unchanged.
  case own
}

extension Property where Value: Equatable {
  /// Binds this property and a property of an observable object to each other.
  ///
  /// The object is read and written on `scheduler` only: at the scheduler's next turn, or immediately on the main actor
  /// if `scheduler` is ``Scheduler/main``. The object must be changed on `scheduler` only. Of several changes without a
  /// turn between them, the last is passed on. If both sides change before a turn, the object's value wins. If the
  /// object alters a written value, for example trims a text, the altered value comes back. When all turns have run,
  /// both sides have the same value.
  ///
  /// The binding ends when the returned subscription is disposed, or when the property or the object is deallocated.
  /// Neither keeps the other alive. The binding recognises echoes by comparing values, so values must be `Equatable`.
  /// Source: RACKVOChannel, RACChannelTo.
  ///
  /// - Parameters:
  ///   - object: The object to bind to, held weakly.
  ///   - keyPath: The property of `object`.
  ///   - scheduler: Where the object is read and written.
  ///   - start: The side whose value the other side takes first. Without it, the object's.
  /// - Precondition: Nothing else is bound to that property of the object, and `scheduler` is not
  ///   ``Scheduler/immediate``.
  @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable, on scheduler: Scheduler,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    bind(toObject: .of(object, keyPath), keyPath, on: scheduler, start, fileID: fileID, line: line)
  }

  /// Binds this property and a property of an observable object that belongs to the main actor to each other. See
  /// ``bind(twoWay:_:on:startingWith:fileID:line:)``.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    bind(toObject: .onMain(object, keyPath), keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// Binds this property, whose value may be nil, and a property of an observable object on the main actor to each
  /// other. The object has `nilValue` where this property has nil. If other code sets the object to `nilValue`, this
  /// property gets `nilValue`, not nil.
  ///
  /// - Parameter nilValue: What the object has where the other side has nil.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable, Wrapped>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped>, nilValue: Wrapped,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    let access = ObjectAccess.onMain(object, keyPath).replacingNil(with: nilValue)
    return bind(toObject: access, keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// Binds this property, whose value may be nil, and a property of an observable object to each other, on `scheduler`.
  /// See ``bind(twoWay:_:nilValue:startingWith:fileID:line:)``.
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
  /// Binds this end and a property of an observable object to each other. The channel completes when the object is
  /// deallocated. See ``Property/bind(twoWay:_:on:startingWith:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - object: The object to bind to, held weakly.
  ///   - keyPath: The property of `object`.
  ///   - scheduler: Where the object is read and written.
  ///   - start: The side whose value the other side takes first. Without it, the object's.
  @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable, on scheduler: Scheduler,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    end.bind(toObject: .of(object, keyPath), keyPath, on: scheduler, start, fileID: fileID, line: line)
  }

  /// Binds this end and a property of an observable object that belongs to the main actor to each other. See
  /// ``bind(twoWay:_:on:startingWith:fileID:line:)``.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    end.bind(toObject: .onMain(object, keyPath), keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// Binds this end, whose values may be nil, and a property of an observable object on the main actor to each other.
  /// The object has `nilValue` where the channel has nil. If other code sets the object to `nilValue`, the channel
  /// sends `nilValue`, not nil.
  ///
  /// Source: RACKVOChannel initWithTarget:keyPath:nilValue:.
  ///
  /// - Parameter nilValue: What the object has where the other side has nil.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable & Observable, Wrapped>(
    twoWay object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped>, nilValue: Wrapped,
    startingWith start: BindingStart = .object, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    let access = ObjectAccess.onMain(object, keyPath).replacingNil(with: nilValue)
    return end.bind(toObject: access, keyPath, on: .main, start, fileID: fileID, line: line)
  }

  /// Binds this end, whose values may be nil, and a property of an observable object to each other, on `scheduler`. See
  /// ``bind(twoWay:_:nilValue:startingWith:fileID:line:)``.
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
      // An object that is being deallocated is free: the binding ends while it is made.
      access.object.map { KeyPathTargets.shared.take($0, keyPath, for: chain) } ?? true
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
    let path = SentKeyPath(keyPath)
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
