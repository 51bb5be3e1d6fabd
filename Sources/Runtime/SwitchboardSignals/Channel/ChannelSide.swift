public import SwitchboardBroadcast

/// One direction of a channel.
@usableFromInline
final class ChannelSide<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let link: ChannelLink
  @usableFromInline let broadcaster = Broadcaster<Change<Value>>()
  /// Whether later subscribers receive the last value.
  @usableFromInline let keepsLatest: Bool
  /// What later subscribers receive: the last write that was not silent.
  ///
  /// Sound: touched only under the broadcaster's lock.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var replayed: Change<Value>?
  /// The latest write, by its stamp, that was not silent. Bound partners have this write, even if an older write was
  /// delivered after it. Sound: as for `replayed`.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var latest: Change<Value>?
  /// The latest stamp of all writes that were sent. Sound: as for `replayed`.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var stamp = Stamp.none
  @usableFromInline let kept = Probe.Kept()
  private let lazyBindings = LazyObject<BindingList>()

  init(_ link: ChannelLink, keepsLatest: Bool, name: String?, fileID: StaticString, line: UInt32) {
    self.link = link
    self.keepsLatest = keepsLatest
    broadcaster.identify(as: Channel<Value, Failure>.self, name: name, fileID: fileID, line: line)
    if keepsLatest {
      // Sound: the registry calls the closure under its lock, and releases the closure when the broadcaster is
      // destroyed, before `replayed` is.
      broadcaster.keepsValues(atMost: 1, as: kept) { [unowned(unsafe) self] in unsafe self.replayed == nil ? 0 : 1 }
    }
  }

  /// The two-way bindings of the end where this direction comes out.
  var bindings: BindingList { lazyBindings.object { BindingList() } }

  /// The latest value accepted for replay. Nil on a side that does not replay values.
  var current: Change<Value>? { broadcaster.withLock { latest } }

  /// Adds a subscription, after the value that this side replays. A side that replays nothing adds the subscription as
  /// a subject does: the subscription also receives what waits for its turn.
  @usableFromInline
  func admit(_ subscriber: Subscriber<Change<Value>>) {
    if !keepsLatest { return broadcaster.admit(subscriber) }
    // Sound: the second closure runs under the lock under which the first has found a change.
    broadcaster.admit(subscriber, if: { replayed != nil }, after: { unsafe replayed.unsafelyUnwrapped })
  }

  /// Subscribes `chain`. See ``admit(_:)``.
  @usableFromInline
  func attach(_ sink: Sink<Change<Value>>, _ chain: Chain) {
    broadcaster.attach(sink, chain) { admit($0) }
  }

  @inlinable
  func send(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    // A caller whose terminal event came second may send a value before the first terminal event is delivered. That
    // value is dropped.
    if link.hasEnded { return }
    var accepted = change
    var exchanged = Exchanged()
    broadcaster.accept(fileID: fileID, line: line) {
      take(&accepted, &exchanged)
      return accepted
    }
  }

  /// Sends the value that a binding begins with, unless a later write has been sent.
  func offer(_ change: Change<Value>, fileID: StaticString, line: UInt32) {
    if link.hasEnded { return }
    var accepted = change
    var exchanged = Exchanged()
    broadcaster.send(fileID: fileID, line: line) {
      if accepted.stamp <= stamp { return nil }
      take(&accepted, &exchanged)
      return accepted
    }
  }

  /// The writes that others have replaced. They are released after the lock is.
  @usableFromInline
  struct Exchanged {
    @usableFromInline var replayed: Change<Value>?
    @usableFromInline var latest: Change<Value>?
    @inlinable init() {}
  }

  /// Draws the stamp of a write that has none, and stores the write if this side replays values. Called under the
  /// broadcaster's lock.
  @inlinable
  func take(_ change: inout Change<Value>, _ exchanged: inout Exchanged) {
    if change.stamp == .none { change.stamp = .next() }
    change.isSilent = link.cross(change.stamp, confirmed: change.confirmed)
    let isLatest = change.stamp > stamp
    if isLatest { stamp = change.stamp }
    if !keepsLatest { return }
    if !change.isSilent {
      exchanged.replayed = change
      Probe.holds(kept, 1)
      swap(&replayed, &exchanged.replayed)
      if !isLatest { return }
      exchanged.latest = change
      swap(&latest, &exchanged.latest)
    } else if isLatest, latest?.stamp == change.confirmed {
      latest?.stamp = change.stamp
    }
  }
}
