public import SwitchboardBroadcast

extension SignalProtocol where Failure == Never {
  /// Sets `property` to each value of this signal.
  ///
  /// The binding ends when the returned subscription is disposed, when this signal ends, or when the property is
  /// deallocated. The property does not end with the binding, and the binding does not keep the property alive. A
  /// signal that can fail must replace its error first: `replaceError(with:)`.
  ///
  /// A property takes one signal at a time, because two signals would overwrite each other unseen. The property can
  /// still be set, and bound two-way.
  ///
  /// Cost: a subscription; per value a weak reference and the property's ``Property/set(_:fileID:line:)``. Source:
  /// RAC(), ReactiveSwift `<~`, which takes several signals.
  ///
  /// - Parameter property: The property to set, held weakly.
  /// - Precondition: No other signal is bound to the property.
  @inlinable @discardableResult
  public func bind(
    to property: Property<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    property.take(chain)
    signal.start(
      chain,
      { [weak property] value in
        if let property { property.set(value, fileID: fileID, line: line) } else { chain.dispose() }
      }, nil, nil)
    return Subscription(chain)
  }
}

extension Property {
  /// Makes `chain` the one binding that sets this property to the values of a signal.
  @usableFromInline
  func take(_ chain: Chain) {
    Probe.formed(chain, as: .binding)
    require(bindings.take(ObjectIdentifier(self), for: chain), alreadyBound)
    upstreams.add(Subscription(chain))
  }

  /// Sets `property` to the current value of this property, and to each change. A property cannot be bound to itself.
  ///
  /// A signal derived from a property's changes can be bound to the same property, for example to correct values:
  /// `text.changes.filter { $0 != $0.lowercased() }.map { $0.lowercased() }.bind(to: text)`. Such a loop runs until the
  /// derived signal sends nothing more.
  @inlinable @discardableResult
  public func bind(
    to property: Property, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    require(
      self !== property,
      """
      cannot bind a property to itself, because each value would set the property again, without end; bind a signal \
      made of its changes, and let that signal end
      """)
    return signal.bind(to: property, fileID: fileID, line: line)
  }
}

@usableFromInline let alreadyBound = """
  another signal is already bound to this target, and the two signals would overwrite each other's values; merge the \
  signals with merge(with:) and bind the result, or dispose the first binding
  """

extension SignalProtocol where Failure == Never {
  /// Sets the property of `object` to each value of this signal, on the thread that sends the value.
  ///
  /// The binding does not keep the object alive. The binding ends when the returned subscription is disposed, when this
  /// signal ends, or when the object dies. If the object has a ``Lifetime``, the binding ends immediately at the
  /// object's death. Otherwise the binding ends at the next value, as with
  /// ``SignalProtocol/subscribe(owner:fileID:line:onNext:onError:onCompleted:)``.
  ///
  /// The object is an instance of a class with a lock. An object that belongs to the main actor takes
  /// ``bind(to:_:on:fileID:line:)``. A signal that can fail must replace its error first: `replaceError(with:)`. A key
  /// path through another object, such as `\.child.name`, is evaluated anew for each value. A key path through an
  /// optional is not writable, so this function does not accept it.
  ///
  /// Source: RAC(), setKeyPath:onObject:, which asserts when a property is bound twice or an error arrives.
  ///
  /// - Parameters:
  ///   - object: The object whose property is set, held weakly.
  ///   - keyPath: The property of `object`.
  /// - Precondition: No other signal is bound to this property of the object.
  @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value> & Sendable,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    signal.bind(to: object, at: keyPath, fileID: fileID, line: line) { $0[keyPath: keyPath] = $1 }
  }

  /// Sets the property of `object` on the main actor, to which `object` belongs. The order of values is kept. A value
  /// sent on the main actor is set immediately, unless earlier values are on their way. See
  /// ``bind(to:_:fileID:line:)-(Object,_,_,_)``.
  ///
  /// - Parameter mainActor: `MainActor.self`, where the property is set.
  @MainActor @discardableResult
  public func bind<Object: AnyObject & Sendable>(
    to object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>, on mainActor: MainActor.Type,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let path = SentKeyPath(keyPath)
    return signal.deliver(on: .main).bind(to: object, at: keyPath, fileID: fileID, line: line) { object, value in
      MainActor.assumeIsolated { object[keyPath: path.keyPath] = value }
    }
  }

  /// Sets the property of `object` to each value of this signal, and to `nilValue` when the value is nil. See
  /// ``bind(to:_:fileID:line:)-(Object,_,_,_)``.
  ///
  /// Source: setKeyPath:onObject:nilValue:.
  ///
  /// - Parameter nilValue: What the property becomes when the value is nil.
  @discardableResult
  public func bind<Object: AnyObject & Sendable, Wrapped: Sendable>(
    to object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Wrapped> & Sendable, nilValue: Wrapped,
    fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    map { $0 ?? nilValue }.bind(to: object, keyPath, fileID: fileID, line: line)
  }

  /// Sets `property` to each value of this signal, and to `nilValue` when the value is nil. See
  /// ``bind(to:fileID:line:)``.
  @discardableResult
  public func bind<Wrapped: Sendable>(
    to property: Property<Wrapped>, nilValue: Wrapped, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription where Value == Wrapped? {
    map { $0 ?? nilValue }.bind(to: property, fileID: fileID, line: line)
  }
}

extension Signal where Failure == Never {
  fileprivate func bind<Object: AnyObject & Sendable>(
    to object: Object, at keyPath: AnyKeyPath, fileID: StaticString, line: UInt32,
    _ set: @escaping @Sendable (Object, Value) -> Void
  ) -> Subscription {
    if isGoingAway(object) { return .ended }
    let chain = makeChain(fileID: fileID, line: line)
    Probe.formed(chain, as: .binding)
    require(KeyPathTargets.shared.take(object, keyPath, for: chain), alreadyBound)
    chain.bind(to: object)
    start(chain, for: object, set)
    Probe.owned(chain, by: object)
    return Subscription(chain)
  }
}
