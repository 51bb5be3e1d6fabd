#if Tracing
  public import CSwitchboardTracing
  public import SwitchboardTracing

  // The reports of operators that keep something and send it later: from a timer, or inside a send of another source.

  extension Probe {
    /// Where the thing that an operator keeps came from. Kept beside that thing.
    public struct Held: Sendable {
      @usableFromInline let site: UInt32
      @usableFromInline var origin = Origin()

      public init(site: UInt32 = 0) { self.site = site }
    }

    /// Returns the state in which an operator of `subscription` keeps nothing.
    @inlinable @inline(__always)
    public static func holding(for subscription: SubscriptionNode) -> Held { Held(site: subscription.site) }

    /// Records that something begins to wait, if `condition` holds. It takes the place of what waits in `held`.
    @inlinable
    public static func held(_ held: @autoclosure () -> Held, if condition: @autoclosure () -> Bool = true) -> Held {
      var held = held()
      guard switchboard_trace_is_recording(), condition() else { return held }
      held.origin = switchboard_trace_announce_instead(
        held.origin, kind(.hop, indirect: true), switchboard_trace_mark(), held.site)
      return held
    }

    /// Records that what waited goes on. Records nothing if nothing waits in `held`.
    @inlinable
    public static func released(_ held: Held) -> Activity { held.origin.flow == 0 ? 0 : arrived(held.origin) }
  }
#endif
