import SwitchboardBroadcast
public import Synchronization

/// A pair of connected ends: a value sent into one end comes out of the other.
///
/// ```swift
/// let channel = Channel<String, Never>()
/// channel.following.subscribe { field.text = $0 }     // the view's side
/// channel.leading.send("Ann")                         // the model speaks: the field shows it
/// channel.following.send(field.text)                  // the view speaks: only the leading side hears it
/// ```
///
/// - A value crosses to the other end, and never comes back to the end into which it was sent.
/// - The last value sent to the following side is replayed to later subscribers there. The leading side replays no
///   value. So the model belongs on the leading side.
/// - An error or completion, sent into either end, ends both ends and reaches the subscribers of both. Later
///   subscribers receive it too.
/// - A channel takes each value once, even if the value returns through a circle of channels that are bound to each
///   other.
///
/// The ends keep the channel alive; this object need not be kept. When neither end is referenced any more, the
/// subscriptions of the channel end. A property that is bound to an end keeps the channel alive.
///
/// Threading: as for subjects (the promises R1–R6 on order, disposal, locks and terminal events). Each direction is a
/// separate sequence. If two terminal events are sent at the same time, the first counts, for both ends.
///
/// Cost: two registries, one for each direction, and eight small objects.
///
/// Source: RACChannel.
public final class Channel<Value: Sendable, Failure: Error>: Sendable {
  /// The end for the leading side, such as a model. Replays the terminal event only.
  public let leading: ChannelTerminal<Value, Failure>
  /// The end for the following side, such as a view. Replays the last value and the terminal event.
  public let following: ChannelTerminal<Value, Failure>

  /// - Parameter name: The name of the channel in traces and leak reports.
  public init(name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    let core = ChannelCore<Value, Failure>(name: name, fileID: fileID, line: line)
    Probe.made(core, as: Channel.self, name: name, fileID: fileID, line: line)
    leading = ChannelTerminal(ChannelEnd(core: core, isLeading: true))
    following = ChannelTerminal(ChannelEnd(core: core, isLeading: false))
  }
}

/// The parts that both ends of a channel share.
///
/// ```
/// ChannelTerminal, its bindings ──strong──▶ ChannelCore ──strong──▶ two ChannelSides ──strong──▶ ChannelLink
/// ```
@usableFromInline
final class ChannelCore<Value: Sendable, Failure: Error>: Sendable {
  let link = ChannelLink()
  @usableFromInline let toLeading: ChannelSide<Value, Failure>
  @usableFromInline let toFollowing: ChannelSide<Value, Failure>
  /// The subscriptions that send into either end.
  let upstreams = Upstreams()
  /// The path of a change that has crossed this channel and no other.
  @usableFromInline let crossing: Crossing

  init(name: String?, fileID: StaticString, line: UInt32) {
    toLeading = ChannelSide(link, keepsLatest: false, name: name, fileID: fileID, line: line)
    toFollowing = ChannelSide(link, keepsLatest: true, name: name, fileID: fileID, line: line)
    crossing = Crossing(of: link, after: nil)
  }

  deinit { upstreams.close() }
}

/// The state that both directions of a channel share.
@usableFromInline
final class ChannelLink: Sendable {
  @usableFromInline let ended = Atomic<Bool>(false)
  /// The stamp of the latest write that has crossed, in either direction.
  @usableFromInline let latest = Atomic<UInt64>(0)

  @inlinable var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends both directions. Returns false if an earlier terminal event has ended them.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }

  /// Records that a change crosses. Returns whether both sides have the value already, under an older stamp.
  @inlinable
  func cross(_ stamp: Stamp, confirmed: Stamp?) -> Bool {
    latest.exchange(stamp.number, ordering: .relaxed) == confirmed?.number
  }
}
