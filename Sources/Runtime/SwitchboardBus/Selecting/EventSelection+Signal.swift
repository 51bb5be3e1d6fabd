internal import SwitchboardBroadcast
public import SwitchboardSignals

extension EventSelection {
  /// The events as a signal. Each subscription to the signal is a subscription to the bus.
  ///
  /// The signal sends events one after the other, even if they are dispatched at the same time or inside a handler
  /// (promise R6). A plain handler would run twice at the same time. The signal does not keep the bus alive. When
  /// the bus is deallocated, the signal's subscriptions end without a terminal event. With ``once()``, the signal
  /// completes after the first event.
  public var signal: Signal<Value, Never> {
    let selection = with { $0.isOnce = false }
    let signal = Signal<Value, Never>(source: { source in
      let target = source.serialized
      let parent = ParentSubscription(subscription: source.node) { part in source.add(part) }
      selection.subscribe(#fileID, #line, parent: parent) { event in target.send(event) }
    })
    return isOnce ? signal.take(1) : core.name.map(signal.named) ?? signal
  }

  /// The events as an asynchronous sequence, which keeps events until they are read. The sequence ends when the bus is
  /// deallocated or the task is cancelled. See ``SignalProtocol/values(buffering:fileID:line:)``.
  public var values: SignalValues<Value, Never> {
    signal.values(buffering: .unbounded, fileID: "EventSelection.values", line: 0)
  }

  /// Returns the events as an asynchronous sequence. `buffering` decides which events are kept for a reader that is
  /// busy.
  public func values(
    buffering: ValuesBuffering, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> SignalValues<Value, Never> {
    signal.values(buffering: buffering, fileID: fileID, line: line)
  }
}

extension EventBus {
  /// Returns a signal of the events of a type. See ``EventSelection/signal``.
  ///
  /// - Parameter type: The type of the events, exactly.
  public func signal<E: Event>(of type: E.Type) -> Signal<E, Never> { on(type).signal }
}
