import SwitchboardBroadcast

extension Property {
  /// The current value, and then each change. A new subscriber joins through the delivery queue, so it sees no gap and
  /// no duplicate (promises R6, R8).
  public var signal: Signal<Value, Never> {
    Signal(attach: { sink, chain in
      let subscriber = ChainSubscriber(self.broadcaster, Self.changes(to: sink), chain)
      SignalProbe.adopted(subscriber, by: chain)
      self.broadcaster.announce(subscriber, fileID: #fileID, line: #line)
      chain.add(subscriber)
      self.history.admit(subscriber, self.broadcaster)
    })
  }

  /// Each change after the subscription.
  public var changes: Signal<Value, Never> {
    Signal(attach: { sink, chain in
      let subscriber = ChainSubscriber(self.broadcaster, Self.changes(to: sink), chain)
      SignalProbe.adopted(subscriber, by: chain)
      self.broadcaster.announce(subscriber, fileID: #fileID, line: #line)
      chain.add(subscriber)
      self.broadcaster.admit(subscriber)
    })
  }

  private static func changes(to sink: Sink<Value, Never>) -> Sink<Change<Value>, Never> {
    let value = sink.value
    return Sink(value: { if !$0.isSilent { value($0.value) } }, terminal: sink.terminal)
  }
}
