public import SwitchboardBroadcast

extension SignalProtocol where Failure == Never {
  /// Sets `property` to each value that this sends.
  ///
  /// Ends when the subscription returned is disposed, this signal ends, or the property goes; the property does not end. The
  /// binding does not keep the property alive. A signal that can fail has to say what stands for its error first: `replaceError(with:)`.
  ///
  /// A property takes one signal at a time, because two would overwrite each other unseen. It may be set, and bound both
  /// ways, all the same.
  ///
  /// Cost: a subscription; per value a weak reference and the property's ``Property/set(_:fileID:line:)``. Source: RAC(), ReactiveSwift
  /// `<~`, which takes several.
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
    return chain
  }
}

extension Property {
  /// A property cannot be bound to itself. What is made of its own signal can, such as the values that are to be corrected:
  /// `text.changes.filter { $0 != $0.lowercased() }.map { $0.lowercased() }.bind(to: text)`. It goes round until it
  /// sends nothing more.
  @discardableResult
  public func bind(
    to property: Property, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    require(
      self !== property,
      "cannot bind a property to itself: each value would set it again, without end; bind what is made of its changes, and ends"
    )
    return signal.bind(to: property, fileID: fileID, line: line)
  }
}

let alreadyBound =
  "a signal is bound to this target already, and the two would overwrite each other; bind the two as one, with merge(with:), or dispose the first binding before"
