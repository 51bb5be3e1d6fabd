#if !Tracing
  /// The probes without the `Tracing` trait. Every function is empty: the call and its arguments vanish from the
  /// machine code.
  @usableFromInline
  enum Probe {
    @usableFromInline
    struct Nothing {
      @inlinable init() {}
    }
    @usableFromInline typealias Activity = Nothing
    @usableFromInline typealias OfRegistry = Nothing
    @usableFromInline typealias OfSubscription = Nothing
    @usableFromInline typealias Origins = Nothing

    @inlinable @inline(__always) static func identified<S: ~Copyable>(
      _: Registry<S>, _: Any.Type, _: String?, _: StaticString?, _: UInt32
    ) {}
    @inlinable @inline(__always) static func enlisted<S: ~Copyable>(_: Registry<S>) {}
    @inlinable @inline(__always) static func delisted<S: ~Copyable>(_: Registry<S>) {}
    @inlinable @inline(__always) static func sends<S: ~Copyable>(_: Registry<S>, for _: SubscriptionNode?) {}
    @inlinable @inline(__always) static func forgot<S: ~Copyable>(_: Registry<S>) {}
    @inlinable @inline(__always) static func used<S: ~Copyable>(_: Registry<S>) {}
    @inlinable @inline(__always) static func keeps<S: ~Copyable>(
      _: Registry<S>, atMost _: Int, _: @escaping @Sendable () -> Int
    ) {}
    @inlinable @inline(__always) static func subscribed<S: ~Copyable>(
      _: Node<S>, in _: Registry<S>, fileID: StaticString, line: UInt32
    ) {}
    @inlinable @inline(__always) static func disposed<S: ~Copyable>(_: Node<S>, in _: Registry<S>) {}
    @inlinable @inline(__always) static func ended(_: SubscriptionNode) {}
    @inlinable @inline(__always) static func retiring<S: ~Copyable>(_: Registry<S>) {}
    @inlinable @inline(__always) static func closed<S: ~Copyable>(_: Registry<S>) {}
    @inlinable @inline(__always) static func delivered<V, S: ~Copyable>(
      _: V, by _: Core<V, S>, fileID: StaticString, line: UInt32
    ) -> Bool { false }
    @inlinable @inline(__always) static func delivered<V, S: ~Copyable>(
      _: V, by _: Core<V, S>, to _: (Subscriber<V, S>) -> Bool, fileID: StaticString, line: UInt32
    ) -> Bool { false }
    @inlinable @inline(__always) static func delivered<V, S: ~Copyable>(_: V, by _: Core<V, S>, _: inout Origins)
      -> Bool
    { false }
    @inlinable @inline(__always) static func deliveredLast<S: ~Copyable>(to _: Node<S>) {}
    @inlinable @inline(__always) static func queued<S: ~Copyable>(_: Registry<S>, fileID: StaticString, line: UInt32) {}
    @inlinable @inline(__always) static func queued<S: ~Copyable>(_: Node<S>, in _: Registry<S>) {}
    @inlinable @inline(__always) static func terminated<S: ~Copyable>(
      _: Registry<S>, _: Ending, isQueued: Bool, fileID: StaticString, line: UInt32
    ) {}
    @inlinable @inline(__always) static func lastBegan<S: ~Copyable>(_: Registry<S>) -> Activity { Activity() }
    @inlinable @inline(__always) static func replayBegan<S: ~Copyable>(_: Node<S>, in _: Registry<S>) -> Activity {
      Activity()
    }
    @inlinable @inline(__always) static func replayBegan<S: ~Copyable>(_: Registry<S>, _: inout Origins) -> Activity {
      Activity()
    }
    @inlinable @inline(__always) static func ended(_: Activity) {}
    @inlinable @inline(__always) static func took<S: ~Copyable>(_: inout Origins, from _: Registry<S>) {}
  }
#endif
