public import SwitchboardBroadcast

/// An end of a ``Channel``: a signal of the values sent into the other end, and an observer that sends to the
/// subscribers of the other end.
///
/// Source: RACChannelTerminal.
public final class ChannelTerminal<Value: Sendable, Failure: Error>: SignalProtocol, ObserverProtocol {
  @usableFromInline let end: ChannelEnd<Value, Failure>

  init(_ end: ChannelEnd<Value, Failure>) { self.end = end }

  /// Sends a value to the subscribers of the other end. O(subscribers there).
  @inlinable
  public func send(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    end.outgoing.send(Change(value, .none, path: end.core.crossing), fileID: fileID, line: line)
  }

  /// Ends both ends with an error.
  public func send(error: Failure, fileID: StaticString = #fileID, line: UInt32 = #line) {
    end.end(Terminal(error), fileID: fileID, line: line)
  }

  /// Ends both ends by completion.
  public func sendCompleted(fileID: StaticString = #fileID, line: UInt32 = #line) {
    end.end(.completed, fileID: fileID, line: line)
  }

  /// Disposes `disposable` when the channel ends or is deallocated; immediately if the channel has ended.
  public func add(upstream disposable: any Disposable) { end.core.upstreams.add(disposable) }

  /// The values that are sent into the other end. The following end sends the last earlier value first.
  @inlinable public var signal: Signal<Value, Failure> {
    Signal(attach: { sink, chain in self.end.incoming.attach(Change.values(to: sink), chain) })
  }

  /// Sends what comes out of this end into an end of another channel, terminal event included. Two ends that are
  /// subscribed to each other pass each value once, also in a circle of channels.
  ///
  /// The subscription keeps the other channel alive while it lasts. So two channels that are subscribed to each other
  /// keep each other alive. ``bind(twoWay:fileID:line:)-(ChannelTerminal<Value,Failure>,_,_)`` does not.
  ///
  /// - Parameter terminal: An end of another channel, which gets what comes out of this end.
  @discardableResult
  public func subscribe(
    _ terminal: ChannelTerminal, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    let chain = signal.makeChain(fileID: fileID, line: line)
    Probe.formed(chain, as: .feed)
    terminal.add(upstream: Subscription(chain))
    if chain.isDisposed { return Subscription(chain) }
    end.incoming.attach(
      Sink<Change<Value>>(
        value: { change in
          if chain.isDisposed { return }
          Probe.reached(chain)
          terminal.end.receive(change, fileID: fileID, line: line)
        },
        terminal: { event in
          SignalProbe.terminated(chain, event)
          if chain.finish() { terminal.end.end(event, fileID: fileID, line: line) }
        }), chain)
    return Subscription(chain)
  }

  /// The number of live subscriptions at this end, and the number for which memory is allocated. Ends the subscriptions
  /// of deallocated owners first.
  public var census: Census { end.incoming.broadcaster.sweptCensus() }
}

extension ChannelTerminal {
  /// Binds this end and `property` to each other. The value of the property is sent into this end first, then each
  /// change. In ``Property/bind(twoWay:fileID:line:)-(ChannelTerminal<Value,Failed>,_,_)`` the property takes the first
  /// value instead.
  ///
  /// - Parameter property: The property to bind to, held weakly.
  @discardableResult
  public func bind(
    twoWay property: Property<Value>, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription { end.bind(toRight: property, fileID: fileID, line: line) }

  /// Binds this end and an end of another channel to each other: what comes out of each end is sent into the other end.
  /// The value that `other` replays is sent into this end first. If `other` replays nothing, the value that this end
  /// replays is sent into `other`.
  ///
  /// The two channels end together, by the same event. If one channel is deallocated, the other completes. Neither
  /// keeps the other alive. In a circle of channels each value crosses each channel once.
  ///
  /// - Parameter other: An end of another channel.
  /// - Precondition: The two ends belong to different channels, and are not bound to each other already.
  @discardableResult
  public func bind(
    twoWay other: ChannelTerminal, fileID: StaticString = #fileID, line: UInt32 = #line
  ) -> Subscription {
    require(
      end.core !== other.end.core,
      "cannot bind a channel to itself; bind an end of another channel, or a property to each end")
    return end.bind(toRight: other.end, fileID: fileID, line: line)
  }
}
