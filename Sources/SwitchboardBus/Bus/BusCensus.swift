import SwitchboardBroadcast

/// What a bus holds. See ``EventBus/census``.
public struct BusCensus: Equatable, Sendable {
  /// Types, subtypes and supertypes that somebody is subscribed to.
  public var channels = 0
  /// Those for which there is memory: at most 4 × ``channels`` + 16 (R10).
  public var capacity = 0
  /// Live subscriptions; of one with several subtypes each counts.
  public var subscriptions = 0
  /// Those for which there is memory.
  public var subscriptionCapacity = 0
  /// Sticky events.
  public var sticky = 0
  /// Those for which there is memory.
  public var stickyCapacity = 0

  public init() {}
}

extension BusCore {
  func census() -> BusCensus {
    swept.sweep()
    var census = BusCensus()
    var levels: [AnyLevel] = []
    for index in 0...mask {
      withTable(index) { table in
        census.channels += table.count
        census.capacity += table.capacity
        table.forEach { levels += $0.look() }
      }
    }
    wide.withLock { wide in
      census.channels += wide.channels.count
      census.capacity += wide.channels.capacity
      for channel in wide.channels { levels += channel.look() }
    }
    for level in levels {
      let places = level.census
      census.subscriptions += places.count
      census.subscriptionCapacity += places.capacity
    }
    (census.sticky, census.stickyCapacity) = sticky.withLock { ($0.entries.count, $0.entries.capacity) }
    return census
  }
}
