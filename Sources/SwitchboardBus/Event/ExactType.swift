/// Returns the own type of an event. For an object, this is the object's own class, not the base class that the caller
/// knows.
///
/// Must not be optimised. In a generic function that knows the static type, Swift 6.3 with `-O` specialises the
/// conversion to `any Event.Type`, and takes the static type for the dynamic type. A dispatch that looks for an
/// object's own class would then find the base class again, forever.
@inline(never) @_optimize(none)
func exactType(of event: any Event) -> any Event.Type { type(of: event) }
