import BenchmarkCommand
import SubscriberWorkloads
import Switchboard
import SwitchboardBroadcast
import Synchronization

// The layers below a subject, from near to far.
extension Candidate {
  static var registry: Candidate {
    Candidate(
      "registry", "the bare Broadcaster on which a subject is built",
      [
        "subject.send": Measurable(BareRegistry.self, .sendFresh),
        "subject.subscribe+dispose": Measurable(BareRegistry.self, RuntimeSuite.churn),
        "subject.churn": Measurable(BareRegistry.self, .churn(.random)),
      ].merging(published(PublishedBroadcaster.self)) { $1 })
  }

  static var floor: Candidate {
    Candidate(
      "floor-swift", "the minimum in Swift: a loop over closures, without a retain",
      [
        "subject.send": Measurable(Floor.self, .sendFresh),
        "bus.dispatch": Measurable(Floor.self, .sendFresh),
        "bus.dispatch.two-threads": Measurable(onTwoThreads: FloorThread.self),
        "subject.send.threads": Measurable(onThreads: SharedFloor.self),
        "bus.dispatch.threads": Measurable(onThreads: SharedFloor.self),
        PublishedWorkload.emission.name: Measurable(published: .emission, PublishedFloor.self),
        "property.set.unobserved": Measurable(checked: LockedValueSets.self),
        "property.set.observers": Measurable(Floor.self, .sendFresh),
        "share.replay": Measurable(Floor.self, .sendFresh),
        "cold.reduce": Measurable(checked: ArrayReductions.self),
        "subject.make+drop": Measurable(made: MadeBox.self),
        "property.make+drop": Measurable(made: MadeBox.self),
        "hop.queue": Measurable(checked: BatchedHop.self),
        "async.pingpong": Measurable(checked: ContinuationPingPong.self),
      ],
      notes: [
        "property.set.unobserved": "The floor: a value under a lock.",
        "property.set.observers": "The floor: a loop over closures.",
        "share.replay": "The floor: a loop over closures.",
        "cold.reduce": "The floor: the reduction of the array itself.",
        "subject.make+drop": "The floor: an object with one stored value.",
        "property.make+drop": "The floor: an object with one stored value.",
        "hop.queue": "The floor: an array under a lock, and one DispatchQueue.async for each burst.",
        "async.pingpong": "The floor: two tasks that resume each other's continuation.",
        "bus.dispatch.two-threads": "The floor: two threads that share nothing and loop over n closures each.",
        "subject.send.threads": "The floor: n threads that call the same closures and write nothing that is shared.",
      ])
  }

  static var dispatch: Candidate {
    Candidate(
      "dispatch", "Dispatch without a library: a piece of work for each value",
      ["hop.queue": Measurable(checked: DispatchHop.self)],
      notes: ["hop.queue": "Dispatch: one DispatchQueue.async for each value."])
  }

  static var dictionary: Candidate {
    Candidate(
      "dictionary", "the minimum without observers: a dictionary under a lock",
      ["board.set.unobserved": Measurable(keyed: DictionarySets.self)])
  }
}

/// The broadcaster that a subject is built on, without the subject.
final class BareRegistry: SubscriberRegistry {
  private let broadcaster = Broadcaster<Int>(.serial)

  init(capacity: Int) {}

  @inline(never) func subscribe(_ sink: Sink, number: Int) -> Subscription {
    broadcaster.subscribe { v in sink.hit(v &+ number) }
  }
  func unsubscribe(_ token: consuming Subscription) { token.dispose() }
  @inline(never) func send(_ value: Int) { broadcaster.send(value) }
}

/// The least cost of n calls in Swift.
final class Floor: SubscriberRegistry {
  // Sound: benchmarks are single-threaded, and a floor checks nothing.
  @exclusivity(unchecked) private var handlers: HandlerLoop

  init(capacity: Int) { handlers = HandlerLoop(capacity: capacity) }

  @inline(never) func subscribe(_ sink: Sink, number: Int) { handlers.append { v in sink.hit(v &+ number) } }

  func unsubscribe(_ token: consuming Void) { preconditionFailure("this floor supports only sends") }

  @inline(never) func send(_ value: Int) { handlers.call(value) }
}

/// The floor of an emission. Connected listeners cannot leave.
final class PublishedFloor: PublishedSignal, @unchecked Sendable {
  final class Listener: PublishedListener {}

  static let canDisconnect = false
  // Sound: one thread emits, and a floor checks nothing.
  @exclusivity(unchecked) private var handlers: HandlerLoop

  init(capacity: Int) { handlers = HandlerLoop(capacity: capacity) }

  @inline(never) func connect(_ listener: Listener) {
    // Unowned, because otherwise the listeners would stay until the signal goes.
    handlers.append { [unowned(unsafe) listener] bits in listener.handle(Minstd(bits: bits)) }
  }
  @inline(never) func emit(_ generator: Minstd) { handlers.call(generator.bits) }
}

/// The simplest board without observers: a dictionary under a lock.
final class DictionarySets: KeyedOperations {
  private let values: Mutex<[BoardKey<Int>: Int]>
  private let order: [BoardKey<Int>]
  private var position = 0

  init(keys: Int) {
    order = drawn(keys)
    values = Mutex(Dictionary(uniqueKeysWithValues: (0..<keys).map { (BoardKey("key \($0)"), $0) }))
  }

  @inline(never) func run(_ count: Int) {
    for value in 0..<count {
      let key = order[position]
      values.withLock { $0[key] = value }
      position += 1
      if position == order.count { position = 0 }
    }
  }
}
