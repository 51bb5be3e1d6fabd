import Switchboard
import SwitchboardTestSupport
import Testing

/// Tests that an update tells a write by its closure from another write that only happens on the closure's thread
/// (promises R6 and R11).
@Suite("Property.update: which thread wrote the property")
struct UpdateScopeTests {
  let property = Property(0)
  let log = PublishSubject<String, Never>()
  let runs = Counter()

  /// Updates the property by a closure that logs. During the log's first delivery, `meanwhile` runs on another thread.
  private func updateThatLogs(_ meanwhile: @escaping @Sendable () -> Void) {
    let calls = Counter()
    log.filter { $0 == "updating" }.subscribe { _ in
      if calls.increment() == 1 { try? onThreads([meanwhile]) }
    }
    property.update { [log, runs] value in
      runs.increment()
      log.send("updating")
      value += 1
    }
  }

  @Test("R6 R11 another thread's queued value is delivered inside the closure and writes: the closure runs again")
  func queued() {
    log.filter { $0 == "other" }.subscribe { [property] _ in property.value = 10 }
    updateThatLogs { [unowned log] in log.send("other") }
    #expect(property.value == 11)
    #expect(runs.value == 2)
  }

  @Test("R6 R11 another thread's queued value updates another property and writes: the closure runs again")
  func nestedInQueued() {
    let other = Property(0)
    log.filter { $0 == "other" }.subscribe { [property] _ in
      other.update {
        property.value = 10
        $0 = 5
      }
    }
    updateThatLogs { [unowned log] in log.send("other") }
    #expect(property.value == 11)
    #expect(other.value == 5)
    #expect(runs.value == 2)
  }

  @Test("R11 a subscription that another thread disposed is released inside the closure, and a deinit writes")
  func released() {
    let population = Population()
    let heavy = Guarded<Population.Member?>(population.member { [property] in property.value = 10 })
    let subscription = log.subscribe { [member = heavy.with { $0 }] _ in _ = member }
    heavy.with { $0 = nil }
    updateThatLogs { subscription.dispose() }
    #expect(population.count == 0)
    #expect(property.value == 11)
    #expect(runs.value == 2)
  }

  @Test("R11 the same on a bus with overlapping deliveries")
  func releasedByBus() {
    struct Logged: Switchboard.Event {}
    let bus = EventBus()
    let population = Population()
    let heavy = Guarded<Population.Member?>(population.member { [property] in property.value = 10 })
    let calls = Counter()
    let subscription = Guarded<Subscription?>(nil)
    bus.subscribe(Logged.self) { _ in
      if calls.increment() == 1 { try? onThreads([{ subscription.with { $0 }?.dispose() }]) }
    }
    let subscribed = bus.subscribe(Logged.self) { [member = heavy.with { $0 }] _ in _ = member }
    subscription.with { $0 = subscribed }
    heavy.with { $0 = nil }
    property.update { value in
      runs.increment()
      bus.dispatch(Logged())
      value += 1
    }
    #expect(population.count == 0)
    #expect(property.value == 11)
    #expect(runs.value == 2)
  }

  @Test("R11 a queued signal of another thread begins inside the closure and writes")
  func waiting() {
    let first = PublishSubject<Int, Never>()
    let signals = PublishSubject<Signal<Int, Never>, Never>()
    signals.flatMap(.concat) { $0 }.subscribe { _ in }
    signals.send(first.signal)
    property.update { [property, runs] value in
      if runs.increment() == 1 {
        try? onThreads([
          {
            signals.send(
              Signal.deferred {
                property.value = 10
                return Signal<Int, Never>.just(1)
              })
          }
        ])
        first.sendCompleted()
      }
      value += 1
    }
    #expect(property.value == 11)
    #expect(runs.value == 2)
  }

  @Test("R11 a write of the closure through a handler traps")
  func ownHandler() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (property, log) = (Property(0), PublishSubject<Int, Never>())
      log.subscribe { property.value = $0 }
      property.update {
        log.send(5)
        $0 += 1
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }

  @Test("R11 a write of the closure through a queued value traps")
  func ownQueued() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (property, log) = (Property(0), PublishSubject<Int, Never>())
      log.filter { $0 == 5 }.subscribe { _ in log.send(6) }
      log.filter { $0 == 6 }.subscribe { property.value = $0 }
      property.update {
        log.send(5)
        $0 += 1
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }

  @Test("R11 a write of the closure through a terminal event traps", arguments: [true, false])
  func ownTerminal(isQueued: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isQueued] in
      let property = Property(0)
      property.update {
        let ended = PublishSubject<Int, Never>()
        ended.subscribe { [weak ended] _ in ended?.sendCompleted() }
        ended.reduce(0, +).subscribe { property.value = $0 }
        if isQueued { ended.send(5) } else { ended.sendCompleted() }
        $0 += 1
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }

  @Test("R11 an update inside the closure that writes the property traps")
  func ownUpdate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = Property(0)
      property.update {
        property.update { $0 += 1 }
        $0 += 1
      }
    }
    #expect(result?.says("change the closure's parameter instead") == true)
  }
}
