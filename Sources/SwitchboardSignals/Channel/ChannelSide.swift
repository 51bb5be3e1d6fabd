import SwitchboardBroadcast

/// One direction of a channel.
final class ChannelSide<Value: Sendable, Failure: Error>: Sendable {
  private let link: ChannelLink
  let broadcaster = Broadcaster<Change<Value>>()
  let history: History<Change<Value>>
  /// The two-way bindings of the end where this direction comes out.
  let partners = PartnerList()
  private let latest = Latest()

  /// Sound: touched only under the broadcaster's lock.
  private final class Latest: @unchecked Sendable {
    /// The latest write to replay. Bound partners have this write, even if an older write was delivered after it.
    var change: Change<Value>?
    /// The latest stamp of all writes that were sent.
    var stamp = Stamp.none
  }

  /// - Parameter limit: The number of values that are replayed.
  init(_ link: ChannelLink, keeps limit: Int, name: String?, fileID: StaticString, line: UInt32) {
    self.link = link
    history = History(limit: limit)
    broadcaster.identify(as: Channel<Value, Failure>.self, name: name, fileID: fileID, line: line)
    if limit > 0 {
      let history = history
      broadcaster.addRecorder { if !$0.isSilent { history.append($0) } }
      broadcaster.keepsValues(atMost: limit) { history.values.count }
    }
  }

  /// The latest value accepted for replay. Nil on a side that does not replay values.
  var current: Change<Value>? { broadcaster.withLock { latest.change } }

  /// - Parameter isOffer: Whether the value is the one that a binding begins with. Such a value is not sent after a
  ///   later write.
  func send(_ change: Change<Value>, isOffer: Bool = false, fileID: StaticString, line: UInt32) {
    // A caller whose terminal event came second may send a value before the first terminal event is delivered. That
    // value is dropped.
    if link.hasEnded { return }
    var accepted = change
    var exchanged: Change<Value>?
    broadcaster.send(fileID: fileID, line: line) {
      if isOffer, accepted.stamp <= latest.stamp { return nil }
      if accepted.stamp == .none { accepted.stamp = .next() }
      accepted.isSilent = link.cross(accepted.stamp, confirmed: accepted.confirmed)
      if accepted.stamp > latest.stamp { keep(accepted, &exchanged) }
      return accepted
    }
  }

  /// Stores the change, if this side replays values. Called under the broadcaster's lock.
  private func keep(_ change: Change<Value>, _ exchanged: inout Change<Value>?) {
    latest.stamp = change.stamp
    if history.limit == 0 { return }
    if !change.isSilent {
      exchanged = change
      Swift.swap(&latest.change, &exchanged)
    } else if latest.change?.stamp == change.confirmed {
      latest.change?.stamp = change.stamp
    }
  }

  func end(_ terminal: Terminal<Failure>, fileID: StaticString, line: UInt32) {
    broadcaster.terminate(terminal.ending, fileID: fileID, line: line) {
      TerminalSubscriber<Change<Value>, Failure>.receive(terminal, $0)
    }
  }

  func attach(_ sink: Sink<Change<Value>, Failure>, _ chain: Chain, isReplaying: Bool) {
    let subscriber = ChainSubscriber(broadcaster, sink, chain)
    SignalProbe.adopted(subscriber, by: chain)
    broadcaster.announce(subscriber, fileID: #fileID, line: #line)
    chain.add(subscriber)
    if isReplaying { history.admit(subscriber, broadcaster) } else { broadcaster.admit(subscriber) }
  }
}
