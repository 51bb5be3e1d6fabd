internal import CSwitchboardTracing
internal import Switchboard
internal import SwitchboardBroadcast
internal import SwitchboardLeaks
internal import SwitchboardTracing
internal import Synchronization

extension Scenario {
  static let serialBroadcasters = pair(
    "broadcaster-serial", "Registries that deliver serially: filled and emptied, or left full.",
    clean: {
      let broadcaster = Ticks()
      return broadcaster.fillAndEmpty
    },
    leaking: { expectLeak in
      let (plain, waitable) = (Ticks(), Ticks())
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        plain.broadcaster.subscribe { _ in player.advance() }
        expectLeak(.retained)
        waitable.broadcaster.subscribe(waitable: true) { _ in player.advance() }
      }
    })
}

/// A registry that all cycles use.
private final class Ticks: Sendable {
  let broadcaster = Broadcaster<Int>()

  func fillAndEmpty(_ scope: LeakScope) {
    let player = scope.track(Player())
    let subscriptions = (0..<100).map { _ in broadcaster.subscribe { _ in player.advance() } }
    let suicidal = Slot<Subscription>()
    suicidal.value = broadcaster.subscribe { _ in
      suicidal.value?.dispose()
      suicidal.value = nil
    }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
    broadcaster.send(2)
  }
}

extension Scenario {
  static let concurrentBroadcasters = pair(
    "broadcaster-concurrent", "Registries that deliver concurrently: filled and emptied, or left full.",
    clean: {
      let broadcaster = Calls()
      return broadcaster.fillAndEmpty
    },
    leaking: { expectLeak in
      let (plain, waitable) = (Calls(), Calls())
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        plain.broadcaster.subscribe { _ in player.advance() }
        expectLeak(.retained)
        waitable.broadcaster.subscribe(waitable: true) { _ in player.advance() }
      }
    })
}

/// A registry that all cycles use.
private final class Calls: Sendable {
  let broadcaster = Broadcaster<Int>(.concurrent)

  func fillAndEmpty(_ scope: LeakScope) {
    let player = scope.track(Player())
    let subscriptions = (0..<100).map { _ in broadcaster.subscribe { _ in player.advance() } }
    // Disposes subscriptions during a dispatch, and again during a nested dispatch.
    let trigger = broadcaster.subscribe { call in
      for subscription in subscriptions.prefix(50 * call) { subscription.dispose() }
      if call == 1 { self.broadcaster.dispatch(2) }
    }
    broadcaster.dispatch(1)
    trigger.dispose()
  }
}

extension Scenario {
  static let endedBroadcasters = pair(
    "broadcaster-ends", "Registries that are ended, joined or deallocated.",
    clean: {
      end
    },
    leaking: { expectLeak in
      let ticks = Joined()
      return { scope in
        let player = scope.track(Player())
        let newcomer = Subscriber<Int>(ticks.broadcaster.registry, waitable: false) { _ in player.advance() }
        expectLeak(.retained)
        join(newcomer, ticks.broadcaster)
        let other = Subscriber<Int>(ticks.broadcaster.registry, waitable: false) { _ in player.advance() }
        expectLeak(.retained)
        ticks.broadcaster.add(other)
      }
    })
}

private final class Joined: Sendable {
  let broadcaster = Broadcaster<Int>()
}

private func join(
  _ newcomer: Subscriber<Int>, _ broadcaster: borrowing Broadcaster<Int>, fileID: StaticString = #fileID,
  line: UInt32 = #line
) {
  broadcaster.announce(newcomer, fileID: fileID, line: line)
  broadcaster.admit(newcomer) { [unowned newcomer] _ in newcomer.deliver(0) }
}

private func end(_ scope: LeakScope) {
  let player = scope.track(Player())
  let ended = Broadcaster<Int>()
  ended.subscribe { _ in player.advance() }
  join(Subscriber<Int>(ended.registry, waitable: false) { _ in player.advance() }, ended)
  ended.terminate { _ in player.advance() }
  ended.subscribe { _ in player.advance() }

  let endedConcurrent = Broadcaster<Int>(.concurrent)
  endedConcurrent.subscribe { _ in player.advance() }
  endedConcurrent.terminate { _ in player.advance() }
  endedConcurrent.subscribe { _ in player.advance() }

  let endedInside = Broadcaster<Int>()
  endedInside.add(
    Subscriber<Int>(endedInside.registry, waitable: true) { _ in player.advance() })
  endedInside.send(1)
  let dropped = Broadcaster<Int>(.concurrent)
  dropped.subscribe { _ in player.advance() }
  dropped.dispatch(1)
}

extension Scenario {
  static let keptCapacity = pair(
    "kept-capacity", "Many subscribers subscribe and leave; the storage frees their memory, or keeps it.",
    clean: {
      // The second registry has three further subscribers, which stay when the burst is over.
      let (empty, crowd) = (Burst(), Burst(staying: 3))
      return { _ in
        empty.pass()
        crowd.pass()
      }
    },
    leaking: { expectLeak in
      expectLeak(.capacity, total: 1)
      let hoard = Hoard()
      return { _ in hoard.pass() }
    })
}

private final class Burst: Sendable {
  let broadcaster = Broadcaster<Int>()

  init(staying count: Int = 0) { for _ in 0..<count { broadcaster.subscribe { _ in } } }

  func pass() {
    let subscriptions = (0..<200).map { _ in broadcaster.subscribe { _ in } }
    broadcaster.send(1)
    for subscription in subscriptions { subscription.dispose() }
  }
}

/// A member of the census that has memory for all subscribers it ever had.
@safe private final class Hoard: @unchecked Sendable {
  // Sound: a census, on any thread, reads only the atomics and the constants. The rest belongs to the thread that runs
  // the scenario.
  private let broadcaster = Broadcaster<Int>()
  private var subscriptions: [Subscription] = []
  private let capacity = Atomic<Int>(0)
  private var entry = unsafe switchboard_census_entry()
  private let number = switchboard_trace_new_registry()
  private let label = TraceLabels.number(of: Hoard.self, named: "burst")
  private let site: UInt32

  init(fileID: StaticString = #fileID, line: UInt32 = #line) {
    site = unsafe switchboard_trace_site(UnsafeRawPointer(fileID.utf8Start).assumingMemoryBound(to: CChar.self), line)
    unsafe entry.object = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe entry.describe = { hoard, entries in
      let entry = unsafe Unmanaged<Hoard>.fromOpaque(hoard!).takeUnretainedValue().censusEntry
      unsafe entries!.assumingMemoryBound(to: [CensusEntry].self).pointee.append(entry)
    }
    unsafe switchboard_census_enlist(&entry, number)
  }

  deinit { unsafe switchboard_census_delist(&entry, number) }

  private var censusEntry: CensusEntry {
    CensusEntry(
      registry: number, label: label, site: site, scope: 0, places: [],
      capacity: capacity.load(ordering: .relaxed), capacityLimit: 16, values: 0, valueLimit: 0, isBusy: false,
      queued: 0, mostQueued: 0)
  }

  func pass() {
    // As a registry does that the check's code subscribes to.
    CensusScope.current?.record(registry: number)
    for _ in 0..<200 { subscriptions.append(broadcaster.subscribe { _ in }) }
    for subscription in subscriptions { subscription.dispose() }
    subscriptions.removeAll(keepingCapacity: true)
    capacity.store(subscriptions.capacity, ordering: .relaxed)
  }
}
