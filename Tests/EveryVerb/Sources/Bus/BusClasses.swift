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
  bus.subscribe(Dog.self) { _ in heard.add("dog") }
  bus.subscribe(Animal.self) { _ in heard.add("animal") }
  bus.on(any: Animal.self).next { _ in heard.add("any animal") }
  parent.on(Dog.self).task { _ in later.add("dog") }
  let rex: Animal = Dog()
  check(bus.dispatch(rex), "a dispatch of a derived object finds a subscriber")
  check(heard.entries, is: ["dog", "any animal"], "the dispatch uses the dynamic class")
  check(bus.dispatch(rex, reaching: .nearest), "the nearest bus also finds a subscriber")
  check(bus.dispatchSticky(rex), "sticky too")
  check(bus.stickyEvent(Dog.self) === rex, "the object is kept under its dynamic class")
  check(bus.stickyEvent(Animal.self) == nil, "the object is not kept under its static class")
  check(try await bus.deliver(rex), "a delivery of a derived object finds a subscriber")
  for policy in [EventDeliveryPolicy.stopOnError, .concurrent] { try await bus.deliver(rex, policy: policy) }
  check(try await parent.deliver(rex), "an asynchronous handler of the parent")
  check(heard.entries.count, is: 12, "each way of dispatching reaches all: \(heard.entries)")
  check(later.entries, is: ["dog"], "a task of the parent bus gets the object")

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
  bus.on(Puppy.self).next { _ in heard.add("puppy") }
  bus.on(any: Dog.self).next { _ in heard.add("any dog") }
  bus.on(Crate.self).next { _ in heard.add("crate") }
  bus.on(DeadEvent.self).next { heard.add("dead \(type(of: $0.event))") }
  let (animal, dog, event): (Animal, Dog, any Event) = (Puppy(), Puppy(), Puppy())
  bus.dispatch(animal)
  bus.dispatch(dog)
  bus.dispatch(event)
  try await bus.deliver(animal)
  check(heard.entries.count { $0 == "puppy" }, is: 4, "the own class, whatever the caller knows: \(heard.entries)")
  check(heard.entries.count { $0 == "any dog" }, is: 4, "subscribers of a class in between get the objects")
  let box: Box<Int> = Crate()
  check(bus.dispatch(box), "a class that is derived from a generic one")
  check(try await bus.deliver(box), "is delivered")
  bus.dispatchSticky(box)
  check(bus.stickyEvent(Crate.self) === box, "the object is kept")
  check(!bus.dispatch(Box<String>()), "a dispatch of another type finds no subscriber")
  check(heard.entries.last, is: "dead Box<String>", "the dispatch without subscribers sends a dead event")
}
