import SwitchboardBroadcast
import Synchronization

/// The parts that both ends of a channel share.
///
/// ```
/// ChannelTerminal, its bindings ──strong──▶ ChannelCore ──strong──▶ two ChannelSides ──strong──▶ ChannelLink
/// ```
final class ChannelCore<Value: Sendable, Failure: Error>: Sendable {
  let link = ChannelLink()
  let toLeading: ChannelSide<Value, Failure>
  let toFollowing: ChannelSide<Value, Failure>
  /// The upstream subscriptions, which send into either end.
  let upstream = CompositeDisposable()
  /// The path of a change that has crossed this channel and no other.
  let crossing: Crossing

  init(name: String?, fileID: StaticString, line: UInt32) {
    toLeading = ChannelSide(link, keeps: 0, name: name, fileID: fileID, line: line)
    toFollowing = ChannelSide(link, keeps: 1, name: name, fileID: fileID, line: line)
    crossing = Crossing(of: ChannelNumber(), after: nil)
  }

  deinit { upstream.dispose() }
}

/// The state that both directions of a channel share.
final class ChannelLink: Sendable {
  private let ended = Atomic<Bool>(false)
  /// The stamp of the latest write that has crossed, in either direction.
  private let latest = Atomic<UInt64>(0)

  var hasEnded: Bool { ended.load(ordering: .acquiring) }

  /// Ends both directions. Returns false if an earlier terminal event has ended them.
  func end() -> Bool { !ended.exchange(true, ordering: .acquiringAndReleasing) }

  /// Records that a change crosses. Returns whether both sides have the value already, under an older stamp.
  func cross(_ stamp: Stamp, confirmed: Stamp?) -> Bool {
    latest.exchange(stamp.number, ordering: .relaxed) == confirmed?.number
  }
}
