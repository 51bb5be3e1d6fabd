/// The type that an event was made with: for an object, its own class, and not the base class that the caller knows.
///
/// Must not be optimised: from a generic function that knows the static type, Swift 6.3 with `-O` specialises the
/// conversion to `any Event.Type`, and then takes the static type for the dynamic one. A dispatch that looks for the own
/// class of an object would find the base class again, for ever.
@inline(never) @_optimize(none)
func exactType(of event: any Event) -> any Event.Type { type(of: event) }
