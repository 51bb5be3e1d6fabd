import SwitchboardBroadcast
public import SwitchboardSignals

extension EventSelection {
  /// The events as a signal: each of its subscriptions is one of the bus.
  ///
  /// Events that are dispatched at the same time, or inside a handler, come one after the other (R6), where a plain handler would be called twice at once. The signal
  /// does not keep the bus; when that goes its subscriptions end, without an event. With ``once()`` it completes after the first.
  public var signal: Signal<Value, Never> {
    var selection = self
    selection.isOnce = false
    let signal = Signal<Value, Never>(source: { [selection] source in
      let target = source.serialized
      var setup = Setup<Value>()
      setup.whole = .init(subscription: source.subscription) { part in source.add(part) }
      selection.subscribe(#fileID, #line, setup) { event in target.send(event) }
    })
    return isOnce ? signal.take(1) : core.name.map(signal.named) ?? signal
  }

  /// The events as an asynchronous sequence, which keeps them until they are read. It ends when the bus goes, or the task is cancelled. See
  /// ``SignalProtocol/values(buffering:fileID:line:)``.
  public var values: SignalValues<Value, Never> { signal.values }

  /// The same, which says what is kept for a reader that is busy.
  public func values(
    buffering: ValuesBuffering, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> SignalValues<Value, Never> {
    signal.values(buffering: buffering, fileID: fileID, line: line)
  }
}

extension EventBus {
  /// The events of a type as a signal. See ``EventSelection/signal``.
  public func signal<E: Event>(of type: E.Type) -> Signal<E, Never> { on(type).signal }
}
