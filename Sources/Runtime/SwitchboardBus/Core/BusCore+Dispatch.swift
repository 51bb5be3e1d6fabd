internal import SwitchboardBroadcast

extension BusCore {
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
  package func audience<E: Event>(of event: E) -> Audience<E> {
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
