public import SwitchboardBroadcast

/// Lasts as long as the object that stores it, and ends what is bound to it.
///
/// ```swift
/// final class Player: LifetimeOwner {
///   let lifetime = Lifetime()
/// }
/// clock.subscribe(owner: player) { player, tick in player.advance(tick) }   // ends with the player
/// ```
/// The owner's death disposes what is bound before the last release returns (R10). A subscription that ends first leaves
/// at once. A lifetime that somebody else keeps alive outlives its owner, and so does what is bound: keep it in one place.
///
/// Cost: binding and leaving O(1). Threading: every member may be called from any thread.
public final class Lifetime: Sendable {
  /// What is bound.
  public let members = CompositeDisposable()

  private let probe: SignalProbe.OfLifetime

  /// Made where it is stored, so that traces can tell owners apart by that line.
  public init(fileID: StaticString = #fileID, line: UInt32 = #line) {
    probe = SignalProbe.OfLifetime(fileID: fileID, line: line)
  }

  deinit {
    SignalProbe.ownerDied(probe, bound: members.count)
    members.dispose()
  }

  /// Whether the owner is gone. Seen by those who hold ``members`` only.
  public var hasEnded: Bool { members.isDisposed }

  /// Ends `disposable` when the owner goes, at once if it is gone already.
  public func add(_ disposable: any Disposable) { members.add(disposable) }
}

/// An object that says how long it lives, by one stored property: `let lifetime = Lifetime()`.
public protocol LifetimeOwner: AnyObject {
  var lifetime: Lifetime { get }
}

extension Chain {
  /// Ends this when `owner` goes: at once if it can say when, else when it is swept.
  func bind(to owner: any AnyObject & Sendable) {
    #if canImport(ObjectiveC)
      Lifetime.of(owner).add(self)
    #else
      if let owner = owner as? any LifetimeOwner {
        owner.lifetime.add(self)
      } else {
        SweptChains.shared.add(self, owner)
      }
    #endif
  }
}

#if canImport(ObjectiveC)
  import ObjectiveC

  extension Lifetime {
    /// The lifetime of an object that has no property for it, kept as an associated object. Made at the first call.
    public static func of(_ object: AnyObject) -> Lifetime {
      if let owner = object as? any LifetimeOwner { return owner.lifetime }
      objc_sync_enter(object)
      defer { objc_sync_exit(object) }
      if let lifetime = objc_getAssociatedObject(object, associationKey) as? Lifetime { return lifetime }
      let lifetime = Lifetime()
      objc_setAssociatedObject(object, associationKey, lifetime, .OBJC_ASSOCIATION_RETAIN)
      return lifetime
    }

    // Sound: only its address is used.
    private nonisolated(unsafe) static let associationKey = UnsafeRawPointer(
      UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
  }
#endif
