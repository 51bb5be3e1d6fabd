public import SwitchboardBroadcast
public import SwitchboardSignals
public import Synchronization

/// The topics of a bus. The bus owns them, and the bus's subscriptions share them.
///
/// ```
/// EventBus ─strong─▶ BusCore ─strong─▶ Topic ─strong─▶ PriorityList ─strong─▶ BusSubscriber ─strong─▶ handler
///                       ▲                 ▲                                           │
///                       └─────────────────┴───────────────── strong ──────────────────┘
/// ```
/// The cycle is cut when a subscription ends. All subscriptions end when the bus is deallocated.
///
/// The hash of a type selects one of several shards. Each shard has its own lock, which is held for a look-up and a few
/// moves. No lock is held during a delivery (promise R4).
@usableFromInline
@safe package final class BusCore: @unchecked Sendable {
  // Sound: each shard has a lock, and the set of shards never changes.
  @usableFromInline let shards: UnsafeMutableRawPointer
  @usableFromInline let mask: Int
  @usableFromInline let name: String?
  let failures: PublishSubject<EventFailure, Never>
  @usableFromInline let swept = SweptOwners()
  let supertypes = Lock(SupertypeTopics())
  let sticky = Lock(StickyEvents())
  /// The bus's own serial queue, nil until it is first needed.
  let queue = Lock<Scheduler?>(nil)
  /// The number of events that were dropped because the queue of their subscription was full.
  let dropped = Atomic(0)
  /// What `SwitchboardLink` keeps with this bus; nil without a link.
  package let attachment = Lock<(any BusAttachment)?>(nil)
  /// The number of watchers of subscriptions, which the attachment has.
  @usableFromInline package let watchers = Atomic(0)

  /// - Parameter count: The number of shards, a power of two, at most 256.
  init(name: String?, shards count: Int, fileID: StaticString, line: UInt32) {
    self.name = name
    mask = count - 1
    unsafe shards = .allocate(byteCount: count * BusShard.stride, alignment: 128)
    for index in 0..<count {
      unsafe (shards + index * BusShard.stride).initializeMemory(as: BusShard.self, to: BusShard())
    }
    failures = PublishSubject(name: name, fileID: fileID, line: line)
    announce(fileID: fileID, line: line)
  }

  /// Sends an error of a handler to ``EventBus/failures``.
  package func report(_ failure: EventFailure) { failures.send(failure, fileID: "EventBus.failures", line: 0) }

  // Outside the initialiser, whose machine code would depend on what the probes capture.
  private func announce(fileID: StaticString, line: UInt32) {
    Probe.keeps(
      self, as: EventBus.self, name: name, fileID: fileID, line: line, { $0.stickyEvents(madeIn: $1) })
    Probe.made(self, as: EventBus.self, name: name, fileID: fileID, line: line)
  }

  deinit {
    for index in 0...mask { unsafe shard(index).deinitialize(count: 1) }
    unsafe shards.deallocate()
  }

  /// Runs `body` under the lock of the shard that `hash` selects. `body` must run no user code, not even a deinit,
  /// because the lock is held (promise R4).
  @inlinable @inline(__always)
  package func withTable<Result: Sendable>(_ hash: Int, _ body: (inout BusTable) -> Result) -> Result {
    unsafe shard(hash & mask).pointee.table.withLock { table in body(&table) }
  }

  @inlinable @inline(__always)
  func shard(_ index: Int) -> UnsafeMutablePointer<BusShard> {
    unsafe (shards + index &* BusShard.stride).assumingMemoryBound(to: BusShard.self)
  }

  /// Returns the hash of a type, which is its mixed address: no hasher runs and no text is read. The mixing is needed
  /// because types lie in memory at multiples of 8, and those of one module side by side.
  @inlinable @inline(__always)
  package static func hash<Value>(of _: Value.Type) -> Int {
    let mixed = UInt(bitPattern: ObjectIdentifier(Value.self)) &* 0x9E37_79B9_7F4A_7C15
    return Int(bitPattern: mixed ^ mixed &>> 32)
  }

  /// Returns the hash of a subtype of a type. O(length of the subtype).
  @inlinable
  static func hash<Value>(of type: Value.Type, _ subtype: String) -> Int { hash(of: type) ^ subtype.hashValue }
}

extension BusCore {
  /// Closes the bus and ends all subscriptions.
  func close() {
    var garbage: [AnyObject] = []
    for index in 0...mask {
      withTable(index) { table in
        table.isClosed = true
        table.hasSupertypes = false
        table.topics.forEach { topic in
          garbage.append(topic)
          if let lists = topic.close() { garbage.append(lists) }
        }
        table.topics.removeAll()
      }
    }
    garbage += closeSupertypes()
    let values = sticky.withLock { $0.removeAll() }
    keepAlive((garbage, values))
  }

  func census() -> BusCensus {
    swept.sweep()
    var census = BusCensus()
    var lists: [AnyPriorityList] = []
    for index in 0...mask {
      withTable(index) { table in
        census.topics += table.topics.count
        census.capacity += table.topics.capacity
        table.topics.forEach { lists += $0.lists?.all ?? [] }
      }
    }
    supertypes.withLock { supertypes in
      census.topics += supertypes.topics.count
      census.capacity += supertypes.topics.capacity
      for topic in supertypes.topics { lists += topic.lists?.all ?? [] }
    }
    var queues: Set<ObjectIdentifier> = []
    for list in lists { list.count(into: &census, &queues) }
    census.dropped = dropped.load(ordering: .relaxed)
    (census.sticky, census.stickyCapacity) = sticky.withLock { ($0.entries.count, $0.entries.capacity) }
    return census
  }
}

/// The topics of one shard, guarded by the shard's lock.
@usableFromInline
package struct BusTable: ~Copyable {
  @usableFromInline var topics = ObjectTable<Topic>()
  /// Whether the bus is closed.
  @usableFromInline var isClosed = false
  /// Whether the bus has a subscription to a supertype.
  @usableFromInline package var hasSupertypes = false
  /// The `SupertypeTopics.version` from which `supertypes` was computed.
  var supertypesVersion = 0
  /// The supertype topics that take an event, by the type of the event. Cleared when the supertype topics change.
  var supertypes: [ObjectIdentifier: [Topic]] = [:]

  init() {}

  /// Returns the topic of a type or of a subtype. O(1).
  @inlinable @inline(__always)
  package func topic<Value>(of _: Value.Type, _ subtype: String? = nil, hash: Int) -> Unmanaged<Topic>? {
    let type = ObjectIdentifier(Value.self)
    return unsafe topics.first(hash) { $0.type == type && $0.subtype == subtype }
  }

  /// Returns the topic of a type or of a subtype, and makes the topic if there is none.
  @inlinable
  mutating func requireTopic<Value>(of type: Value.Type, _ subtype: String?, hash: Int) -> Topic {
    if let found = unsafe topic(of: type, subtype, hash: hash) { return unsafe found.takeUnretainedValue() }
    let made = Topic(type, subtype, hash: hash)
    topics.insert(made)
    return made
  }
}

/// One shard of a bus.
@usableFromInline
struct BusShard: ~Copyable {
  @usableFromInline let table = Lock(BusTable())
  init() {}

  /// The distance between two shards in bytes. Processors fetch cache lines in pairs, so each shard has two cache lines
  /// or a multiple of two. Threads that dispatch different types then do not slow each other down.
  @inlinable static var stride: Int { (MemoryLayout<BusShard>.size &+ 127) & ~127 }
}

extension BusCore {
  /// The bus's own serial queue, made when it is first needed.
  var ownQueue: Scheduler {
    queue.withLock { queue in
      if let queue { return queue }
      let made = Scheduler.queue(label: name ?? "switchboard.bus")
      queue = made
      return made
    }
  }
}
