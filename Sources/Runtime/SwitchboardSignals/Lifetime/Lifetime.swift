public import SwitchboardBroadcast

/// The lifetime of the object that stores it. The end of the lifetime disposes everything that is bound to it.
///
/// ```swift
/// final class Player: LifetimeOwner {
///   let lifetime = Lifetime()
/// }
/// clock.subscribe(owner: player) { player, tick in player.advance(tick) }   // ends with the player
/// ```
/// The deallocation of the owner disposes the bound disposables before the last release returns (promise R10). A
/// subscription that ends earlier leaves the lifetime immediately. If other code also keeps the lifetime alive, the
/// lifetime and its bound disposables outlive the owner. So store a lifetime only in its owner.
///
/// To observe the end, bind an ``ActionDisposable``, whose action runs at the end, or keep a bound disposable and read
/// its `isDisposed`.
///
/// Cost: binding and leaving O(1). Threading: every member may be called from any thread.
public final class Lifetime: Sendable {
  /// The disposables that are bound to the owner.
  @usableFromInline package let members = CompositeDisposable()

  private let probe: SignalProbe.OfLifetime

  /// Makes a lifetime. Traces tell owners apart by the line of this call, so call it where the lifetime is stored.
  public init(fileID: StaticString = #fileID, line: UInt32 = #line) {
    probe = SignalProbe.OfLifetime(fileID: fileID, line: line)
  }

  deinit {
    SignalProbe.ownerDied(probe, bound: members.count)
    members.dispose()
  }

  /// Disposes `disposable` when the lifetime is deallocated. A disposable that ends earlier leaves the lifetime.
  ///
  /// Cost: O(1) amortised, one lock. A disposable that you implement also costs one allocation.
  ///
  /// - Parameter disposable: What ends with the owner, such as a subscription.
  @inlinable @_disfavoredOverload
  public func add<Member: Disposable>(_ disposable: Member) { members.add(disposable) }

  package func add(_ object: any DisposableObject) { members.add(object) }
}

/// An object that announces its deallocation by one stored property: `let lifetime = Lifetime()`.
public protocol LifetimeOwner: AnyObject {
  /// The lifetime of this object, the same at each read. Only this object stores it.
  var lifetime: Lifetime { get }
}

extension Chain {
  /// Ends this chain when `owner` is deallocated: immediately if `owner` has a ``Lifetime``, otherwise at a later
  /// sweep.
  func bind(to owner: any AnyObject & Sendable) {
    if let lifetime = Lifetime.announced(by: owner) { lifetime.add(self) } else { SweptChains.shared.add(self, owner) }
  }
}

extension Lifetime {
  /// Returns the lifetime of `owner`, or nil if only a sweep can find that `owner` has been deallocated.
  static func announced(by owner: AnyObject) -> Lifetime? {
    #if canImport(ObjectiveC)
      of(owner)
    #else
      (owner as? any LifetimeOwner)?.lifetime
    #endif
  }
}

#if canImport(ObjectiveC)
  import ObjectiveC

  extension Lifetime {
    /// Returns the lifetime of `object`. An object without a `lifetime` property keeps its lifetime as an associated
    /// object, made at the first call.
    public static func of(_ object: AnyObject) -> Lifetime {
      if let owner = object as? any LifetimeOwner { return owner.lifetime }
      objc_sync_enter(object)
      defer { objc_sync_exit(object) }
      if let lifetime = objc_getAssociatedObject(object, associationKey) as? Lifetime { return lifetime }
      let lifetime = Lifetime()
      objc_setAssociatedObject(object, associationKey, lifetime, .OBJC_ASSOCIATION_RETAIN)
      return lifetime
    }

    // Sound: only the address is used.
    @safe private nonisolated(unsafe) static let associationKey = UnsafeRawPointer(
      UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
  }
#endif
