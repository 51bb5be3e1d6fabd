import Switchboard

private enum Door: Event, Equatable {
  case open(Int)
  case shut
  var subtype: String? { self == .shut ? "shut" : "open" }
}

private struct Changed<Value: Sendable>: Event {
  var value: Value
}

private struct Large: Event {
  var words = (1, 2, 3, 4, 5, 6, 7, 8)
  var text = "large"
  var payload: (any Sendable)?
}

private final class Shared: Event {
  let text = "shared"
}

/// Dispatches `events`. Not inlined, so that the optimiser does not know their types.
@inline(never)
private func dispatch(_ events: [any Event], on bus: EventBus) -> [Bool] { events.map { bus.dispatch($0) } }

@inline(never)
private func dispatch<E: Event>(generic event: E, on bus: EventBus) -> Bool { bus.dispatch(event) }

/// Checks events of all shapes.
func busEvents() async throws {
  let (bus, heard) = (EventBus(), Log<String>())
  bus.on(Door.self).next { heard.add("\($0)") }
  bus.on(Door.self).subtype("shut").next { _ in heard.add("door is shut") }
  bus.on(Changed<Int>.self).next { heard.add("int \($0.value)") }
  bus.on(Changed<String>.self).next { heard.add("string \($0.value)") }
  bus.on(Changed<[any Sendable]>.self).next { heard.add("list of \($0.value.count)") }
  bus.on(Large.self).next { heard.add("\($0.text) \($0.words.7) \($0.payload as? Int ?? 0)") }
  bus.on(Shared.self).next { heard.add($0.text) }
  let events: [any Event] = [
    Door.open(1), Door.shut, Changed(value: 1), Changed(value: "a"), Changed(value: [1, "b"] as [any Sendable]),
    Large(payload: 5), Shared(), Changed(value: 1.5),
  ]
  let expected = [
    "open(1)", "door is shut", "shut", "int 1", "string a", "list of 2", "large 8 5", "shared",
  ]
  check(
    dispatch(events, on: bus), is: [true, true, true, true, true, true, true, false],
    "each type has separate subscribers")
  check(heard.entries, is: expected, "events of an unknown static type are filed under their dynamic type")
  for event in events { try await bus.deliver(event) }
  check(heard.entries.dropFirst(8), is: expected[...], "delivered too")
  for event in events { bus.dispatchSticky(event) }
  check(heard.entries.dropFirst(16), is: expected[...], "sticky too")
  check(bus.stickyEvent(Changed<Double>.self)?.value, is: 1.5, "the event is kept")
  check(dispatch(generic: Changed(value: 2), on: bus), "generic code dispatches")
  check(dispatch(generic: Changed(value: 2 as UInt8), on: bus), is: false, "the type that it has")
  check(heard.entries.last, is: "int 2", "only subscribers of the type get the event")
}
