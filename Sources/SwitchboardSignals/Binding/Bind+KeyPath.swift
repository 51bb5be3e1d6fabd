public import SwitchboardBroadcast

extension SignalProtocol where Failure == Never {
  /// Sets the property of `object` to each value that this sends, on the thread that sends it.
  ///
  /// The object is not kept alive. The binding ends when the subscription returned is disposed, this signal ends, or the object
  /// goes: at once if it has a ``Lifetime``, else at the next value (as ``SignalProtocol/subscribe(owner:fileID:line:onNext:onError:onCompleted:)``).
  ///
  /// For a class with a lock. One that belongs to the main actor takes ``bind(on:to:_:fileID:line:)``. Of a signal that can fail
  /// the error has to be dealt with first: `replaceError(with:)`. An object further away, `\.child.name`, is found
  /// anew for each value; a key path through an optional cannot be written to, so there is none.
  ///
  /// Source: RAC(), setKeyPath:onObject:, which asserts when a value is bound twice or an error comes.
  ///
  /// - Precondition: No other signal is bound to this property of the object.
  @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    signal.bind(to: object, at: ComparedKeyPath(keyPath: keyPath), fileID: fileID, line: line) { object, value in
      object[keyPath: keyPath] = value
    }
  }

  /// Sets the property of `object`, which belongs to the main actor, there. Order is kept; a value sent on the main actor is set at
  /// once, unless earlier ones are on their way. See ``bind(to:_:fileID:line:)-(Object,_,_,_)``.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    on mainActor: MainActor.Type, to object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let path = MainActorKeyPath(keyPath: keyPath)
    return signal.deliver(on: .main).bind(to: object, at: ComparedKeyPath(keyPath: keyPath), fileID: fileID, line: line)
    { object, value in
      MainActor.assumeIsolated { object[keyPath: path.keyPath] = value }
    }
  }

  /// Sets the property of `object` to each value that this sends, and to `nilValue` for those that are nil. See
  /// ``bind(to:_:fileID:line:)-(Object,_,_,_)``. Source: setKeyPath:onObject:nilValue:.
  @discardableResult
  public func bind<Object: AnyObject & Sendable, Wrapped: Sendable>(
    to object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped> & Sendable, nilValue: Wrapped,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    map { $0 ?? nilValue }.bind(to: object, keyPath, fileID: fileID, line: line)
  }

  /// Sets `property` to each value that this sends, and to `nilValue` for those that are nil. See ``bind(to:fileID:line:)``.
  @discardableResult
  public func bind<Wrapped: Sendable>(
    to property: Property<Wrapped>, nilValue: Wrapped, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    map { $0 ?? nilValue }.bind(to: property, fileID: fileID, line: line)
  }
}

extension Signal where Failure == Never {
  fileprivate func bind<Object: AnyObject & Sendable>(
    to object: Object, at keyPath: ComparedKeyPath, fileID: StaticString, line: UInt32,
    _ set: @escaping @Sendable (Object, Value) -> Void
  ) -> Subscription {
    if isGoingAway(object) {
      let ended = Chain()
      ended.dispose()
      return ended
    }
    let chain = makeChain(fileID: fileID, line: line)
    require(KeyPathTargets.shared.take(object, keyPath, for: chain), alreadyBound)
    chain.bind(to: object)
    start(
      chain, { [weak object] value in if let object { set(object, value) } else { chain.dispose() } }, nil, nil)
    SignalProbe.owned(chain, by: object)
    return chain
  }
}

/// Sound: made on the main actor, and used there only.
struct MainActorKeyPath<Object, Value>: @unchecked Sendable {
  let keyPath: ReferenceWritableKeyPath<Object, Value>
}
