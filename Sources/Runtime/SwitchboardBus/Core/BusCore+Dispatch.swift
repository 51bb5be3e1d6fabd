internal import SwitchboardBroadcast

/// The audience of the events of one type.
@unsafe @usableFromInline
enum FastAudience<E: Event>: Sendable {
  /// No subscription.
  case none
  /// The priority list of the type: there is only one, and no subscriber wants subtypes or supertypes, or needs a
  /// frame. The first object keeps the list alive.
  case list(PriorityLists, Unmanaged<PriorityList<E>>)
  case other
}

extension BusCore {
  /// Returns the audience of the events of a type, as far as the fast path can reach it.
  @inlinable @inline(__always)
  func fastAudience<E: Event>(of type: E.Type) -> FastAudience<E> {
    let hash = Self.hash(of: type)
    return unsafe withTable(hash) { table in
      if table.hasSupertypes { return unsafe .other }
      guard let topic = unsafe table.topic(of: type, hash: hash) else { return unsafe .none }
      return unsafe topic._withUnsafeGuaranteedRef { topic in
        guard topic.subtypeCount | topic.framed == 0, let lists = topic.lists, let only = unsafe lists.only else {
          return unsafe .other
        }
        // Sound: the topic of `E` has only lists of this class.
        return unsafe .list(lists, Unmanaged.fromOpaque(only.toOpaque()))
      }
    }
  }

  /// Returns whether no subscription can take an event of this type.
  @usableFromInline
  func isUnheard<E: Event>(_: E.Type) -> Bool {
    if case .none = unsafe fastAudience(of: E.self) { return true }
    return false
  }

  /// Delivers to the audience of one bus.
  @inlinable @inline(never)
  func deliver<E: Event>(
    _ event: E, _ frame: UnsafeMutablePointer<DispatchFrame>, fileID: StaticString, line: UInt32
  ) {
    let audience = audience(of: event)
    if audience.isEmpty { return }
    audience.forEach(while: { unsafe !frame.pointee.isCancelled }) { list in
      unsafe list.deliver(event, frame, fileID: fileID, line: line)
    } supertype: { list in
      unsafe list.deliverCasting(event, frame, fileID: fileID, line: line)
    }
  }

  /// Returns the priority lists that `event` reaches now.
  @inlinable
  func audience<E: Event>(of event: E) -> Audience<E> {
    let hash = Self.hash(of: E.self)
    let (type, hasSubtypes, hasSupertypes) = withTable(hash) { table -> (PriorityLists?, Bool, Bool) in
      let topic = unsafe table.topic(of: E.self, hash: hash)
      return unsafe topic?._withUnsafeGuaranteedRef { ($0.lists, $0.subtypeCount > 0, table.hasSupertypes) } ?? (
        nil, false, table.hasSupertypes
      )
    }
    var subtype: PriorityLists?
    if hasSubtypes, let name = event.subtype {
      let hash = Self.hash(of: E.self, name)
      subtype = withTable(hash) { table in
        unsafe table.topic(of: E.self, name, hash: hash)?._withUnsafeGuaranteedRef { $0.lists }
      }
    }
    return Audience(subtype, type, hasSupertypes ? supertypeLists(event) : [])
  }
}

/// Returns the own type of an event. For an object, this is the object's own class, not the base class that the caller
/// knows.
///
/// Must not be optimised. In a generic function that knows the static type, Swift 6.3 with `-O` specialises the
/// conversion to `any Event.Type`, and takes the static type for the dynamic type. A dispatch that looks for an
/// object's own class would then find the base class again, forever.
@inline(never) @_optimize(none)
func exactType(of event: any Event) -> any Event.Type { type(of: event) }
