import SwitchboardBroadcast

/// One end of a channel, without the ``ChannelTerminal`` that users hold. Keeps the channel alive.
@usableFromInline
struct ChannelEnd<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let core: ChannelCore<Value, Failure>
  @usableFromInline let isLeading: Bool

  /// The direction that comes out of this end: what the other end sends.
  @inlinable var incoming: ChannelSide<Value, Failure> { isLeading ? core.toLeading : core.toFollowing }
  /// The direction that this end sends into.
  @inlinable var outgoing: ChannelSide<Value, Failure> { isLeading ? core.toFollowing : core.toLeading }

  func end(_ terminal: Terminal, fileID: StaticString, line: UInt32) {
    guard core.link.end() else { return }
    core.upstreams.dispose()
    outgoing.broadcaster.end(terminal, fileID: fileID, line: line)
    incoming.broadcaster.end(terminal, fileID: fileID, line: line)
  }
}

extension ChannelEnd: TwoWayEnd {
  @usableFromInline var identity: ObjectIdentifier { ObjectIdentifier(incoming) }
  @usableFromInline var bindings: BindingList { incoming.bindings }

  /// Returns a reference that is strong from properties and objects and weak from channels. So properties and objects
  /// keep the channels between them, and channels do not keep each other.
  @usableFromInline func reference(from other: any TwoWayEnd) -> @Sendable () -> ChannelEnd? {
    if !(other is any ChannelEndMark) { return { self } }
    return { [weak core, isLeading] in core.map { ChannelEnd(core: $0, isLeading: isLeading) } }
  }

  @usableFromInline func current() -> Change<Value>? {
    incoming.current.map { Change($0.value, $0.stamp, path: $0.path) }
  }

  @usableFromInline func receive(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    guard let crossing = change.crossing(core.crossing) else { return }
    outgoing.send(crossing, fileID: fileID, line: line)
  }

  @usableFromInline func adopt(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    guard let crossing = change.crossing(core.crossing) else { return }
    outgoing.offer(crossing, fileID: fileID, line: line)
  }

  @usableFromInline func attachChanges(
    _ chain: Chain, _ onChange: @escaping @Sendable (Change<Value>) -> Void,
    _ onEnd: @escaping @Sendable ((any Error)?) -> Void
  ) {
    incoming.broadcaster.attach(
      Sink<Change<Value>>(
        value: onChange,
        terminal: { terminal in
          if case .error(let error) = terminal { onEnd(error) } else { onEnd(nil) }
        }), chain)
  }

  @usableFromInline func partnerEnded(_ error: (any Error)?, fileID: StaticString, line: UInt32) {
    end((error as? Failure).map { Terminal($0) } ?? .completed, fileID: fileID, line: line)
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
