import Switchboard

private class Animal: Event, @unchecked Sendable {}  // Sound: the class has no state.
private class Dog: Animal, @unchecked Sendable {}  // Sound: the class has no state.
private final class Puppy: Dog, @unchecked Sendable {}  // Sound: the class has no state.

private class Box<Value: Sendable>: Event, @unchecked Sendable {}  // Sound: the class has no state.
private final class Crate: Box<Int>, @unchecked Sendable {}  // Sound: the class has no state.

/// Checks that the bus files an object under its own class, though the call is compiled for a base class.
func busClasses() async throws {
  let (parent, heard, later) = (EventBus(), Log<String>(), Log<String>())
  let bus = EventBus(name: "zoo", parent: parent)
  bus.subscribe(Dog.self) { _ in heard.note("dog") }
  bus.subscribe(Animal.self) { _ in heard.note("animal") }
  bus.on(any: Animal.self).next { _ in heard.note("any animal") }
  parent.on(Dog.self).task { _ in later.note("dog") }
  let rex: Animal = Dog()
  check(bus.dispatch(rex), "somebody hears of a derived object")
  check(heard.entries, is: ["dog", "any animal"], "its own class is what counts")
  check(bus.dispatch(rex, reaching: .nearest), "of the nearest bus too")
  check(bus.dispatchSticky(rex), "sticky too")
  check(bus.stickyEvent(Dog.self) === rex, "it is kept under its own class")
  check(bus.stickyEvent(Animal.self) == nil, "and not under the one that the caller knows")
  check(try await bus.deliver(rex), "somebody is delivered to")
  for policy in [EventDeliveryPolicy.stopOnError, .concurrent] { try await bus.deliver(rex, policy: policy) }
  check(try await parent.deliver(rex), "an asynchronous handler of the parent")
  check(heard.entries.count, is: 12, "each way of dispatching reaches all: \(heard.entries)")
  check(later.entries, is: ["dog"], "and a task of the parent's")

  let gate = Gate()
  bus.on(Dog.self).priority(-1).next { _ in gate.open() }
  bus.dispatch(rex, on: .bus, reaching: .chain)
  await gate.pass()
  bus.dispatch(Animal())
  check(heard.entries.suffix(2), is: ["animal", "any animal"], "an object of the base class is one of that")
}

/// Checks classes with several levels of base classes, and classes with generic base classes.
func busClassTrees() async throws {
  let (bus, heard) = (EventBus(), Log<String>())
  bus.on(Puppy.self).next { _ in heard.note("puppy") }
  bus.on(any: Dog.self).next { _ in heard.note("any dog") }
  bus.on(Crate.self).next { _ in heard.note("crate") }
  bus.on(DeadEvent.self).next { heard.note("dead \(type(of: $0.event))") }
  let (animal, dog, event): (Animal, Dog, any Event) = (Puppy(), Puppy(), Puppy())
  bus.dispatch(animal)
  bus.dispatch(dog)
  bus.dispatch(event)
  try await bus.deliver(animal)
  check(heard.entries.count { $0 == "puppy" }, is: 4, "the own class, whatever the caller knows: \(heard.entries)")
  check(heard.entries.count { $0 == "any dog" }, is: 4, "and a class between")
  let box: Box<Int> = Crate()
  check(bus.dispatch(box), "a class that is derived from a generic one")
  check(try await bus.deliver(box), "is delivered")
  bus.dispatchSticky(box)
  check(bus.stickyEvent(Crate.self) === box, "and kept")
  check(!bus.dispatch(Box<String>()), "nobody is there for another")
  check(heard.entries.last, is: "dead Box<String>", "which is told of")
}
