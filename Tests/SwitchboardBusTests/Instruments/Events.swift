import Switchboard
import SwitchboardTestSupport

struct Ping: Event {
  var number = 0
}

/// An event without subscribers.
struct Unheard: Event {}

/// An event with subtypes.
struct Tagged: Event {
  var tag: String?
  var number = 0
  var subtype: String? { tag }

  init(_ tag: String?, _ number: Int = 0) { (self.tag, self.number) = (tag, number) }
}

protocol Shape: Sendable {
  var name: String { get }
}

struct Circle: Event, Shape {
  var name: String { "circle" }
}

struct Square: Event, Shape {
  var name: String { "square" }
}

class Animal: Event, @unchecked Sendable {
  // Sound: the stored property is constant.
  let name: String
  init(_ name: String = "animal") { self.name = name }
}

class Dog: Animal, @unchecked Sendable {}
final class Poodle: Dog, @unchecked Sendable {}

/// An event whose release can be counted.
struct Heavy: Event {
  let member: Population.Member
}

struct Refusal: Error, Equatable {
  var number = 0
}

/// A scheduler that runs its work when `run()` is called, and drops its work when `drop()` is called.
final class HandScheduler: Scheduler, @unchecked Sendable {
  // Sound: a lock guards the list.
  private let work = Guarded<[@Sendable () -> Void]>([])

  override func perform(_ action: @escaping @Sendable () -> Void) { work.with { $0.append(action) } }

  var count: Int { work.with { $0.count } }

  func run() {
    while let next = work.with({ $0.isEmpty ? nil : $0.removeFirst() }) { next() }
  }

  func drop() {
    let dropped = work.with { work in
      defer { work = [] }
      return work
    }
    withExtendedLifetime(dropped) {}
  }
}
