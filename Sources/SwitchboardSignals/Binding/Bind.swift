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
  /// - Precondition: No other signal is bound to the property.
  @discardableResult
  public func bind(
    to property: Property<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let signal = signal
    let chain = signal.makeChain(fileID: fileID, line: line)
    require(property.source.take(for: chain), alreadyBound)
    property.upstream.add(chain)
    signal.start(
      chain,
      { [weak property] value in
        if let property { property.set(value, fileID: fileID, line: line) } else { chain.dispose() }
      }, nil, nil)
    return Subscription(chain)
  }
}

extension Property {
  /// Sets `property` to the current value of this property, and to each change. A property cannot be bound to itself.
  ///
  /// A signal derived from a property's changes can be bound to the same property, for example to correct values:
  /// `text.changes.filter { $0 != $0.lowercased() }.map { $0.lowercased() }.bind(to: text)`. Such a loop runs until the
  /// derived signal sends nothing more.
  @discardableResult
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

let alreadyBound = """
  another signal is already bound to this target, and the two signals would overwrite each other's values; merge the \
  signals with merge(with:) and bind the result, or dispose the first binding
  """
