import SwitchboardBroadcast
import Synchronization

/// What the ends of a channel share.
///
/// ```
/// ChannelTerminal, who is bound to one ──strong──▶ ChannelCore ──strong──▶ two ChannelSides ──strong──▶ ChannelLink
/// ```
final class ChannelCore<Value: Sendable, Failure: Error>: Sendable {
  let link = ChannelLink()
  let toLeading: ChannelSide<Value, Failure>
  let toFollowing: ChannelSide<Value, Failure>
  /// What signals send into the ends.
  let upstream = CompositeDisposable()
  /// That a change has crossed this channel and no other.
  let crossing: Crossing

  init(name: String?, fileID: StaticString, line: UInt32) {
    toLeading = ChannelSide(link, keeps: 0, name: name, fileID: fileID, line: line)
    toFollowing = ChannelSide(link, keeps: 1, name: name, fileID: fileID, line: line)
    crossing = Crossing(of: ChannelNumber(), after: nil)
  }

  deinit { upstream.dispose() }
}

/// What the two directions of a channel share.
final class ChannelLink: Sendable {
  private let ended = Atomic<Bool>(false)
  /// The latest write that has crossed, in either direction.
  private let latest = Atomic<UInt64>(0)

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// The first terminal event ends both directions. False for others.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }

  /// Notes that a change crosses. Whether both sides have heard of it under an older stamp.
  func cross(_ stamp: Stamp, confirmed: Stamp?) -> Bool {
    latest.exchange(stamp.number, ordering: .relaxed) == confirmed?.number
  }
}
