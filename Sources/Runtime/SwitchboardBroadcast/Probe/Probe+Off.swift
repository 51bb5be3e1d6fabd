#if !Tracing
  /// The probes without the `Tracing` trait. Every function is empty: the call and its arguments vanish from the
  /// machine code.
  public enum Probe {
    public typealias Activity = Nothing
    public typealias Origin = Nothing
    public typealias Held = Nothing
    public typealias Made = Nothing
    public typealias OfDelivery = Nothing
    @usableFromInline typealias OfRegistry = Nothing
    @usableFromInline typealias OfSubscription = Nothing
    public typealias Origins = Nothing

    // These arguments are closures where reading them would leave machine code behind.
    @inlinable @inline(__always) public static func subscribed(
      _: SubscriptionNode, name _: @autoclosure () -> String?, fileID _: StaticString, line _: UInt32
    ) {}
    @inlinable @inline(__always) public static func adopted(
      _: AnyObject, by _: @autoclosure () -> SubscriptionNode?,
      or _: @autoclosure () -> SubscriptionNode? = nil
    ) {}
    @inlinable @inline(__always) public static func owned(
      _: @autoclosure () -> SubscriptionNode, by _: @autoclosure () -> AnyObject
    ) {}
    @inlinable @inline(__always) public static func showsUnusedRegistries() -> Bool { false }
    @inlinable @inline(__always) public static func isMade(_: Made, in _: UInt32) -> Bool { false }
    @inlinable @inline(__always) public static func wrote(_: inout Made, _: StaticString, _: UInt32) {}
    @inlinable @inline(__always) public static func keeps<Keeper: AnyObject>(
      _: @autoclosure () -> Keeper, as _: Any.Type, name _: @autoclosure () -> String?, fileID _: StaticString,
      line _: UInt32, _: (Keeper, _ scope: UInt32) -> [UInt32: Int]
    ) {}
    @inlinable @inline(__always) public static func made(
      _: @autoclosure () -> AnyObject, as _: Any.Type, name _: @autoclosure () -> String?, fileID _: StaticString,
      line _: UInt32
    ) {}
    @inlinable @inline(__always) public static func binds(_: SubscriptionNode) {}
    @inlinable @inline(__always) public static func feeds(_: SubscriptionNode) {}
    @inlinable @inline(__always) public static func connects(_: SubscriptionNode) {}
    @inlinable @inline(__always) public static func executes(_: SubscriptionNode) {}
    @inlinable @inline(__always) public static func reads(_: SubscriptionNode) {}
    @inlinable @inline(__always) public static func started(_: SubscriptionNode) -> Activity { Activity() }
    @inlinable @inline(__always) public static func ended(_: Activity) {}
    @inlinable @inline(__always) public static func showsChains() -> Bool { false }
    @inlinable @inline(__always) public static func reached(_: SubscriptionNode) {}
    @inlinable @inline(__always) public static func reached(
      _: SubscriptionNode, _: inout OfDelivery, _: StaticString, _: UInt32
    ) {}
    @inlinable @inline(__always) public static func paused(_: inout OfDelivery, _: StaticString, _: UInt32) {}
    @inlinable @inline(__always) public static func resumed(_: inout OfDelivery) {}
    @inlinable @inline(__always) public static func ended(_: inout OfDelivery) {}
    @inlinable @inline(__always) public static func hopped(
      _: @autoclosure () -> UInt32, inChain _: Bool = false
    ) -> Origin { Origin() }
    @inlinable @inline(__always) public static func hopped(_: StaticString, _: UInt32) -> Origin { Origin() }
    @inlinable @inline(__always) public static func hopped(nextOf _: SubscriptionNode) -> Origin { Origin() }
    @inlinable @inline(__always) public static func arrived(_: Origin) -> Activity { Activity() }
    @inlinable @inline(__always) public static func holding(for _: SubscriptionNode) -> Held { Held() }
    @inlinable @inline(__always) public static func held(
      _: @autoclosure () -> Held, if _: @autoclosure () -> Bool = true
    ) -> Held { Held() }
    @inlinable @inline(__always) public static func released(_: Held) -> Activity { Activity() }
    @inlinable @inline(__always) public static func arrived(_: @autoclosure () -> UInt64) -> Activity { Activity() }
    @inlinable @inline(__always) public static func dispatchBegan() -> Activity { Activity() }
    @inlinable @inline(__always) public static func dispatchEnded(_: Activity) {}

    @inlinable @inline(__always) static func identified(
      _: Registry, _: Any.Type, _: String?, isValue _: Bool, _: StaticString?, _: UInt32
    ) {}
    @inlinable @inline(__always) static func identified(
      _: Registry, _: Any.Type, for _: SubscriptionNode
    ) {}
    @inlinable @inline(__always) static func enlisted(_: Registry) {}
    @inlinable @inline(__always) static func delisted(_: Registry) {}
    @inlinable @inline(__always) static func sends(_: Registry, for _: SubscriptionNode?) {}
    @inlinable @inline(__always) static func forgot(_: Registry) {}
    @inlinable @inline(__always) static func used(_: Registry) {}
    @inlinable @inline(__always) static func keeps(
      _: Registry, atMost _: Int, as _: Kept, _: @escaping @Sendable () -> Int
    ) {}
    @inlinable @inline(__always) static func subscribed(
      _: SubscriptionNode, in _: Registry, fileID: StaticString, line: UInt32
    ) {}
    @inlinable @inline(__always) static func disposed(_: SubscriptionNode, in _: Registry) {}
    @inlinable @inline(__always) static func ended(_: SubscriptionNode) {}
    @inlinable @inline(__always) static func retiring(_: Registry) {}
    @inlinable @inline(__always) static func closed(_: Registry) {}
    @inlinable @inline(__always) static func delivered<Value: Sendable, Storage: ~Copyable>(
      _: Value, by _: StoredRegistry<Storage>, fileID: StaticString, line: UInt32
    ) -> Bool { false }
    @inlinable @inline(__always) static func deliveredPart<Value: Sendable, Storage: ~Copyable>(
      _: Value, by _: StoredRegistry<Storage>, to _: (StoredRegistry<Storage>.Subscriber<Value>) -> Bool,
      fileID: StaticString,
      line: UInt32
    ) -> Bool { false }
    @inlinable @inline(__always) static func settled() {}
    @inlinable @inline(__always) static func delivered<Value>(_: Value, by _: Registry, _: inout Origins) -> Bool {
      false
    }
    @inlinable @inline(__always) static func deliveredLast(to _: SubscriptionNode, by _: Registry) {}
    @inlinable @inline(__always) static func queued(_: Registry, fileID: StaticString, line: UInt32) {}
    @inlinable @inline(__always) static func queued(_: SubscriptionNode, in _: Registry) {}
    @inlinable @inline(__always) static func terminated(
      _: Registry, _: Ending, isQueued: Bool, fileID: StaticString, line: UInt32
    ) {}
    @inlinable @inline(__always) static func lastBegan(_: Registry) -> Activity { Activity() }
    @inlinable @inline(__always) static func replayBegan(_: SubscriptionNode, in _: Registry) -> Activity {
      Activity()
    }
    @inlinable @inline(__always) static func replayBegan(_: Registry, _: inout Origins) -> Activity { Activity() }
    @inlinable @inline(__always) static func took(_: inout Origins, from _: Registry) {}
  }
#endif
