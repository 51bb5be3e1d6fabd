import SwitchboardBroadcast

/// The numbers of channels, subscriptions and sticky events on a bus. See ``EventBus/census``.
public struct BusCensus: Equatable, Sendable {
  /// The number of types, subtypes and supertypes with a subscription.
  public internal(set) var channels = 0
  /// The number of channels for which memory is allocated. A bus shrinks, so this is at most 4 × ``channels`` + 16
  /// (promise R10).
  public internal(set) var capacity = 0
  /// The number of live subscriptions. A subscription with several subtypes counts once for each subtype.
  public internal(set) var subscriptions = 0
  /// The number of subscriptions for which memory is allocated.
  public internal(set) var subscriptionCapacity = 0
  /// The number of sticky events.
  public internal(set) var sticky = 0
  /// The number of sticky events for which memory is allocated.
  public internal(set) var stickyCapacity = 0

  package init() {}
}

extension BusCore {
  func census() -> BusCensus {
    swept.sweep()
    var census = BusCensus()
    var lists: [AnyPriorityList] = []
    for index in 0...mask {
      withTable(index) { table in
        census.channels += table.channels.count
        census.capacity += table.channels.capacity
        table.channels.forEach { lists += $0.look() }
      }
    }
    supertypes.withLock { supertypes in
      census.channels += supertypes.channels.count
      census.capacity += supertypes.channels.capacity
      for channel in supertypes.channels { lists += channel.look() }
    }
    for list in lists {
      let places = list.census
      census.subscriptions += places.count
      census.subscriptionCapacity += places.capacity
    }
    (census.sticky, census.stickyCapacity) = sticky.withLock { ($0.entries.count, $0.entries.capacity) }
    return census
  }
}
