import Switchboard

private struct Message: Event {
  var tag: String
  var subtype: String? { tag }
}

private protocol Noted: Event {}

private struct First: Noted {}
private struct Second: Noted {}

/// Prints the order in which handlers are called. A test runs this program many times, because hash values differ from
/// process to process.
func printBusOrder() {
  let bus = EventBus(name: "order", parent: EventBus(name: "parent"))
  bus.parent?.on(Message.self).priority(99).next { _ in print("parent") }

  for number in 0..<12 {
    let tag = ["a", "b", "c"][number % 3]
    bus.on(Message.self).subtype(tag).priority(number % 2).next { print("subtype \(tag) \(number) \($0.tag)") }
    bus.on(Message.self).priority(number % 4 - 1).next { print("type \(number) \($0.tag)") }
  }
  bus.on(Message.self).subtypes("c", "a").next { print("both \($0.tag)") }
  bus.on(any: (any Event).self).next { print("event \($0.subtype ?? "")") }
  bus.on(any: (any Noted).self).next { _ in print("noted") }
  bus.on(any: (any Sendable).self).next { _ in print("sendable") }

  for tag in ["a", "b", "c", "d"] { bus.dispatch(Message(tag: tag), reaching: .chain) }
  bus.dispatch(First())
  bus.dispatch(Second())

  for tag in ["x", "z", "y", "w"] { bus.dispatchSticky(Message(tag: tag)) }
  bus.on(Message.self).sticky().next { print("sticky \($0.tag)") }
}
