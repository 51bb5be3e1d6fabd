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
    core.upstream.dispose()
    outgoing.end(terminal, fileID: fileID, line: line)
    incoming.end(terminal, fileID: fileID, line: line)
  }
}

extension ChannelEnd: TwoWayEnd {
  var identity: ObjectIdentifier { ObjectIdentifier(incoming) }
  var partners: PartnerList { incoming.partners }

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
    _ onEnd: @escaping @Sendable (EndOfPartner) -> Void
  ) {
    incoming.attach(
      Sink(
        value: onChange,
        terminal: { terminal in
          switch terminal {
          case .completed: onEnd(.completed)
          case .error(let error): onEnd(.failed(error))
          }
        }), chain, isReplaying: false)
  }

  func partnerEnded(_ ending: EndOfPartner, fileID: StaticString, line: UInt32) {
    if case .failed(let error as Failure) = ending {
      end(.error(error), fileID: fileID, line: line)
    } else {
      end(.completed, fileID: fileID, line: line)
    }
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
