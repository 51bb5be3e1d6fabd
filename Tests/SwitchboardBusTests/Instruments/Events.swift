import Foundation
import Switchboard
import SwitchboardTestSupport

struct Ping: Event {
  var number = 0
}

/// Nobody subscribes to it.
struct Unheard: Event {}

/// Has subtypes.
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
  // Sound: it has nothing that changes.
  let name: String
  init(_ name: String = "animal") { self.name = name }
}

class Dog: Animal, @unchecked Sendable {}
final class Poodle: Dog, @unchecked Sendable {}

/// An event whose death can be seen.
struct Heavy: Event {
  let member: Population.Member
}

struct Refusal: Error, Equatable {
  var number = 0
}

/// Has a lifetime.
final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Player) -> Void)?

  init(onDeinit: (@Sendable (Player) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// Cannot say when it dies.
final class Stranger: Sendable {
  let journal = Journal<Int>()
  private let onDeinit: (@Sendable (Stranger) -> Void)?

  init(onDeinit: (@Sendable (Stranger) -> Void)? = nil) { self.onDeinit = onDeinit }

  deinit { onDeinit?(self) }
}

/// Runs what it was given when it is told to, or drops it.
final class HandScheduler: Scheduler, @unchecked Sendable {
  // Sound: the list has a lock.
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

/// Whether ThreadSanitizer watches: everything takes ten times as long, and finds more in a round.
let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// How many rounds a stress test makes, of `full` in a debug build. `SWITCHBOARD_STRESS=10` makes ten times as many.
func rounds(_ full: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["SWITCHBOARD_STRESS"].flatMap(Int.init) ?? 1
  return max(1, full * factor / (isUnderThreadSanitizer ? 10 : 1))
}
