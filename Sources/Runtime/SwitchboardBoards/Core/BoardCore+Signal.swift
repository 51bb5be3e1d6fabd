public import SwitchboardBroadcast
public import SwitchboardSignals

extension BoardCore {
  /// - Parameter pass: Sends the output of the signal for a change, if the change has an output.
  @inlinable
  func signal<Value, Output>(
    _ key: BoardKey<Value>, _ replay: BoardReplay, _ operation: StaticString, _ fileID: StaticString, _ line: UInt32,
    _ pass: @escaping @Sendable (BoardChange<Value>, (Output) -> Void) -> Void
  ) -> Signal<Output, Never> {
    guard names(key, operation, fileID, line) else { return .empty() }
    return Signal(source: { sink in
      guard let (entry, feed) = self.pinFeed(key) else { return sink.end(.completed) }
      let send = sink.send
      let end = sink.end
      let subscriber = BoardSubscriber(
        self, entry, feed, chain: sink.node, { change in pass(change, send) }, { end(.completed) })
      Probe.adopted(subscriber, by: sink.node)
      feed.broadcaster.announce(subscriber, fileID: fileID, line: line)
      sink.add(subscriber)
      feed.admit(subscriber, replay)
    })
    .named(key.name)
  }
}
