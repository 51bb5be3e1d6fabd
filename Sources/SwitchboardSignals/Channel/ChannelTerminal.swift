public import SwitchboardBroadcast

/// An end of a ``Channel``: a signal of what is sent into the other end, and an observer that sends to the other end's
/// subscribers. Source: RACChannelTerminal.
public final class ChannelTerminal<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  let end: ChannelEnd<Value, Failure>

  init(_ end: ChannelEnd<Value, Failure>) { self.end = end }

  /// Sends a value to the other end's subscribers. O(subscribers there).
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    end.outgoing.send(Change(value, .none, path: end.core.crossing), fileID: fileID, line: line)
  }

  /// Ends both ends with an error.
  public func send(error: Failure, fileID: StaticString = #fileID, line: UInt32 = #line) {
    end.end(.error(error), fileID: fileID, line: line)
  }

  /// Ends both ends by completion.
  public func sendCompleted(fileID: StaticString = #fileID, line: UInt32 = #line) {
    end.end(.completed, fileID: fileID, line: line)
  }

  public func add(upstream disposable: any Disposable) { end.core.upstream.add(disposable) }

  /// What is sent into the other end; at the following end first the last value that was.
  public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in
      let value = sink.value
      self.end.incoming.attach(
        Sink(value: { if !$0.isSilent { value($0.value) } }, terminal: sink.terminal), chain, isReplaying: true)
    })
  }

  /// Sends what comes out of this end into an end of another channel, terminal event included. Two ends that are subscribed to each
  /// other, in a circle of channels too, pass each value once.
  ///
  /// This keeps the other channel for as long as the subscription lasts, so two that are subscribed to each other keep each
  /// other: see ``bind(twoWay:fileID:line:)-(ChannelTerminal<Value,Failure>,_,_)``, which does not.
  @discardableResult
  public func subscribe(
    _ terminal: ChannelTerminal, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let chain = signal.makeChain(fileID: fileID, line: line)
    terminal.add(upstream: chain)
    if chain.isDisposed { return chain }
    end.incoming.attach(
      Sink(
        value: { change in
          if chain.isDisposed { return }
          SignalProbe.delivered(to: chain)
          terminal.end.receive(change, fileID: fileID, line: line)
        },
        terminal: { event in
          SignalProbe.terminated(chain, event)
          if chain.finish() { terminal.end.end(event, fileID: fileID, line: line) }
        }), chain, isReplaying: true)
    return chain
  }

  /// Live subscriptions at this end, and for how many there is memory. Ends those whose owners are gone first.
  public var census: Census {
    SweptChains.shared.sweep()
    return end.incoming.history.census(of: end.incoming.broadcaster)
  }
}
