/// A random program: steps that threads do one after the other.
///
/// Every action of a program is done at most once: a step once, and the reactions of a handler once each. So every
/// program ends, and each subscription has a slot of its own.
struct Program: Codable, Equatable, Sendable {
  var steps: [Step]

  /// The number of slots, which is greater than each slot.
  var slots: Int { 1 + (steps.map(\.action.highestSlot).max() ?? -1) }
  var threads: Int { 1 + (steps.map(\.thread).max() ?? 0) }
}

struct Step: Codable, Equatable, Sendable {
  /// The thread that does the step: 0, 1 or 2.
  var thread: Int
  var action: Action
}

/// What a program does in a step, or a handler in a reaction.
indirect enum Action: Codable, Equatable, Sendable {
  case subscribe(Subscribing)
  case dispose(slot: Int)
  /// Ends a waitable subscription. Only in steps, because a handler may not wait for itself.
  case disposeAndWait(slot: Int)
  /// Subscribes a subject into another subject.
  case connect(from: Int, to: Int, slot: Int)

  case send(subject: Int, value: Int)
  case end(subject: Int, error: Int?)
  case read(subject: Int)

  case setProperty(Int)
  case updateProperty(adding: Int)
  case readProperty

  case sendChannel(isLeading: Bool, value: Int)
  case endChannel(isLeading: Bool, error: Int?)

  case makeAction(slot: Int, reaction: Action?, into: Holder)
  case addToBag(Int, slot: Int)
  case removeFromBag(Int, slot: Int)
  case disposeBag(Int)
  /// The program lets go of an owner, which dies unless a handler holds it.
  case dropOwner(Int)

  case set(key: Int, value: Int?)
  case readKey(Int)
  case updateKey(Int, adding: Int)
  case batch([KeyWrite])
  /// Ends the subscriptions of a key. Only in steps: what a call in a handler of the same key means for the deliveries
  /// in progress is not documented.
  case complete(key: Int, isRemoving: Bool)
  case removeSubscribers(owner: Int, key: Int?)
  case pause(key: Int, keeping: Int, slot: Int)
  case resume(slot: Int)
  case makeHandle(key: Int, slot: Int)
  case setHandle(slot: Int, value: Int?)
  case dropHandle(slot: Int)

  case dispatch(bus: Int, BusEvent, Reach)
  case dispatchSticky(bus: Int, BusEvent)
  case readSticky(bus: Int, type: Int, subtype: Int?)
  case removeSticky(bus: Int, type: Int, subtype: Int?)

  case makeCommand(isConcurrent: Bool)
  case enable(Bool)
  case execute(slot: Int)
  case work(slot: Int, WorkEvent)
  case cancel(slot: Int)
  case readCommand

  /// Notes all censuses. Only in steps, because a census in a delivery counts what is about to go.
  case count
}

struct KeyWrite: Codable, Equatable, Sendable {
  var key: Int
  var value: Int?
}

/// What disposes an action.
enum Holder: Codable, Equatable, Sendable {
  case bag(Int)
  case owner(Int)
}

enum WorkEvent: Codable, Equatable, Sendable {
  case value(Int)
  case error(Int)
  case completed
}

struct BusEvent: Codable, Equatable, Sendable {
  /// 0: `Ping`, 1: `Pong`.
  var type: Int
  var subtype: Int?
  var value: Int
}

enum Reach: Codable, Equatable, Sendable { case bus, chain, nearest }

/// A subscription, and what its handler does.
struct Subscribing: Codable, Equatable, Sendable {
  var slot: Int
  var source: Source
  var scope = Scope.none
  /// The handler does the n-th reaction when it is called for the n-th time.
  var reactions: [Action?] = []
}

/// What ends a subscription beside its handle and its source.
enum Scope: Codable, Equatable, Sendable {
  case none
  case bag(Int)
  /// Owners 0 and 1 have a lifetime, owner 2 has none.
  case owner(Int)
}

enum Source: Codable, Equatable, Sendable {
  /// 0 and 1 are publish subjects, 2 is a behavior subject, 3 a replay subject.
  case subject(Int, SubjectForm)
  case property(isChanges: Bool)
  /// The end of the channel that the subscriber listens to.
  case channel(isLeading: Bool)
  /// Keys 0 and 1 keep their values, key 2 only while it is subscribed.
  case key(Int, replays: Bool, KeyForm)
  /// Bus 1 is the parent of bus 0.
  case bus(Int, Selection)
  case command(CommandStream)
  case execution(Int)
}

enum SubjectForm: Codable, Equatable, Sendable {
  /// The method of the subject's own type.
  case direct
  /// The method of every signal, which makes a chain.
  case chain
  /// Only a publish subject without a scope.
  case waitable
}

enum KeyForm: Codable, Equatable, Sendable { case plain, signal, optional }

enum CommandStream: Codable, Equatable, Sendable {
  case executing, enabled, values, errors, refusals

  var replays: Bool { self == .executing || self == .enabled }
}

struct Selection: Codable, Equatable, Sendable {
  var kind = Kind.ping
  var subtypes: [Int] = []
  var priority = 0
  var isOnce = false
  var isSticky = false
  var handling = Handling.plain

  /// Whether the method `subscribe` of the bus offers all that is selected.
  var isPlain: Bool {
    (kind == .ping || kind == .pong) && subtypes.count < 2 && !isOnce && !isSticky && handling == .plain
  }

  enum Kind: Codable, Equatable, Sendable { case ping, pong, tagged, dead }
  enum Handling: Codable, Equatable, Sendable {
    case plain
    /// The handler cancels each delivery. Not with sticky events: a replay has nothing to cancel.
    case cancels
    /// The handler throws.
    case fails
  }
}

extension Action {
  /// The subscriptions, actions, pauses, handles and executions share one row of slots.
  var highestSlot: Int {
    switch self {
    case .subscribe(let it):
      max(it.slot, it.reactions.compactMap { $0?.highestSlot }.max() ?? -1)
    case .makeAction(let slot, let reaction, _): max(slot, reaction?.highestSlot ?? -1)
    case .connect(_, _, let slot), .pause(_, _, let slot), .makeHandle(_, let slot), .execute(let slot): slot
    case .dispose(let slot), .disposeAndWait(let slot), .addToBag(_, let slot), .removeFromBag(_, let slot),
      .resume(let slot), .setHandle(let slot, _), .dropHandle(let slot), .work(let slot, _), .cancel(let slot):
      slot
    default: -1
    }
  }

  /// The number of actions, with those of the reactions.
  var size: Int {
    switch self {
    case .subscribe(let it): 1 + it.reactions.reduce(0) { $0 + ($1?.size ?? 0) }
    case .makeAction(_, let reaction, _): 1 + (reaction?.size ?? 0)
    default: 1
    }
  }
}
