import SwitchboardBroadcast

/// One end of a channel, without the ``ChannelTerminal`` that users hold. Keeps the channel alive.
struct ChannelEnd<Value: Sendable, Failure: Error>: Sendable {
  let core: ChannelCore<Value, Failure>
  let isLeading: Bool

  /// The direction that comes out of this end: what the other end sends.
  var incoming: ChannelSide<Value, Failure> { isLeading ? core.toLeading : core.toFollowing }
  /// The direction that this end sends into.
  var outgoing: ChannelSide<Value, Failure> { isLeading ? core.toFollowing : core.toLeading }

  func end(_ terminal: Terminal<Failure>, fileID: StaticString, line: UInt32) {
    guard core.link.end() else { return }
    core.feeds.dispose()
    outgoing.broadcaster.end(terminal, fileID: fileID, line: line)
    incoming.broadcaster.end(terminal, fileID: fileID, line: line)
  }
}

extension ChannelEnd: TwoWayEnd {
  var identity: ObjectIdentifier { ObjectIdentifier(incoming) }
  var bindings: BindingList { incoming.bindings }

  /// Returns a reference that is strong from properties and objects and weak from channels. So properties and objects
  /// keep the channels between them, and channels do not keep each other.
  func reference(from other: any TwoWayEnd) -> @Sendable () -> ChannelEnd? {
    if !(other is any ChannelEndMark) { return { self } }
    return { [weak core, isLeading] in core.map { ChannelEnd(core: $0, isLeading: isLeading) } }
  }

  func current() -> Change<Value>? { incoming.current.map { Change($0.value, $0.stamp, path: $0.path) } }

  func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    guard let crossing = change.crossing(core.crossing) else { return }
    outgoing.send(crossing, fileID: fileID, line: line)
  }

  func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    guard let crossing = change.crossing(core.crossing) else { return }
    outgoing.send(crossing, isOffer: true, fileID: fileID, line: line)
  }

  func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    incoming.broadcaster.attach(
      Sink<Change<Value>, Failure>(
        value: onChange,
        terminal: { terminal in
          if case .error(let error) = terminal { onEnd(error) } else { onEnd(nil) }
        }), chain)
  }

  func partnerEnded(_ error: (any Error)?, fileID: StaticString, line: UInt32) {
    end((error as? Failure).map(Terminal.error) ?? .completed, fileID: fileID, line: line)
  }
}

extension Change {
  /// Returns this change as it leaves a channel whose own path is `own`. Returns nil if the change has crossed that
  /// channel already.
  fileprivate func crossing(_ own: Crossing) -> Change? {
    var change = self
    guard let path else {
      change.path = own
      return change
    }
    if path.includes(own.channel) { return nil }
    change.path = Crossing(of: own.channel, after: path)
    return change
  }
}

/// Marks the ends of all channels, whatever their types.
private protocol ChannelEndMark {}
extension ChannelEnd: ChannelEndMark {}

/// One direction of a channel.
final class ChannelSide<Value: Sendable, Failure: Error>: Sendable {
  private let link: ChannelLink
  let broadcaster = Broadcaster<Change<Value>>()
  let history: History<Change<Value>>
  /// The two-way bindings of the end where this direction comes out.
  let bindings = BindingList()
  /// The latest write to replay. Bound partners have this write, even if an older write was delivered after it.
  ///
  /// Sound: touched only under the broadcaster's lock.
  @safe private nonisolated(unsafe) var latest: Change<Value>?
  /// The latest stamp of all writes that were sent. Sound: as for `latest`.
  @safe private nonisolated(unsafe) var stamp = Stamp.none

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
  var current: Change<Value>? { broadcaster.withLock { latest } }

  /// - Parameter isOffer: Whether the value is the one that a binding begins with. Such a value is not sent after a
  ///   later write.
  func send(_ change: Change<Value>, isOffer: Bool = false, fileID: StaticString, line: UInt32) {
    // A caller whose terminal event came second may send a value before the first terminal event is delivered. That
    // value is dropped.
    if link.hasEnded { return }
    var accepted = change
    var exchanged: Change<Value>?
    broadcaster.send(fileID: fileID, line: line) {
      if isOffer, accepted.stamp <= stamp { return nil }
      if accepted.stamp == .none { accepted.stamp = .next() }
      accepted.isSilent = link.cross(accepted.stamp, confirmed: accepted.confirmed)
      if accepted.stamp > stamp { keep(accepted, &exchanged) }
      return accepted
    }
  }

  /// Stores the change, if this side replays values. Called under the broadcaster's lock.
  private func keep(_ change: Change<Value>, _ exchanged: inout Change<Value>?) {
    stamp = change.stamp
    if history.limit == 0 { return }
    if !change.isSilent {
      exchanged = change
      swap(&latest, &exchanged)
    } else if latest?.stamp == change.confirmed {
      latest?.stamp = change.stamp
    }
  }
}
