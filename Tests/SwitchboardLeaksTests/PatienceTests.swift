#if Tracing
  import Dispatch
  import Switchboard
  import SwitchboardLeaks
  import SwitchboardTestSupport
  import Testing

  /// A clock that goes forward by a step with each look at it, so that no test waits for a check's patience.
  private final class StridingClock: Sendable {
    private let time: Guarded<ContinuousClock.Instant>
    private let step: Duration
    private let action: @Sendable (Duration) -> Void

    init(step: Duration, _ action: @escaping @Sendable (Duration) -> Void = { _ in }) {
      time = Guarded(.now)
      (self.step, self.action) = (step, action)
    }

    /// Runs `body` with this clock. Calls the action with the time since `body` began to look.
    func run<Result>(_ body: () async throws -> Result) async rethrows -> Result {
      let begin = time.with { $0 }
      let now: @Sendable () -> ContinuousClock.Instant = { [self] in
        let now = time.with { time in
          time += step
          return time
        }
        action(now - begin)
        return now
      }
      return try await Looks.$now.withValue(now) { try await body() }
    }
  }

  @Suite("A leak check waits as long as it says, and no longer")
  struct PatienceTests {
    let clock = PublishSubject<Int, Never>(name: "clock")

    @Test("an object that is released within the half second is no leak", arguments: [150, 450])
    func releasedLater(milliseconds: Int) async throws {
      let kept = Guarded<[Player]>([])
      let striding = StridingClock(step: .milliseconds(2)) { elapsed in
        if elapsed > .milliseconds(milliseconds) { kept.with { $0 = [] } }
      }
      let clock = clock
      func check() throws -> LeakReport {
        try LeakDetector.check(cycles: 1, warmup: 0) { scope in
          let player = scope.track(Player())
          kept.with { $0.append(player) }
          clock.subscribe(owner: player) { player, _ in player.advance() }
        }
      }
      let report = try await striding.run { try check() }
      #expect(report.isClean, "\(report)")
    }

    @Test("work on a suspended queue ends no check, and the report names the queue")
    func suspendedQueue() async throws {
      let queue = DispatchQueue(label: "sleepy")
      queue.suspend()
      defer { queue.resume() }
      let scheduler = Scheduler.queue(queue)
      let report = try await StridingClock(step: .seconds(1)).run {
        try await LeakDetector.check { scope async in
          let player = scope.track(Player())
          clock.deliver(on: scheduler).subscribe { _ in player.advance() }
          clock.send(1)
        }
      }
      #expect(!report.isClean)
      #expect(report.notes.count == 1, "\(report)")
      #expect(report.notes.first?.hasPrefix("The check waited in vain for") == true, "\(report)")
      #expect(report.notes.first?.contains("the queue “sleepy”") == true, "\(report)")
    }

    @Test("a check does not wait for the work of other code, and does not report it")
    func otherWork() async throws {
      let queue = DispatchQueue(label: "of others")
      queue.suspend()
      defer { queue.resume() }
      let scheduler = Scheduler.queue(queue)
      clock.deliver(on: scheduler).subscribe { _ in }
      clock.send(1)
      // With this clock, a wait would be in vain, and the report would say so.
      let report = try await StridingClock(step: .seconds(1)).run {
        try await LeakDetector.check { _ async in Signal<Int, Never>.just(1).subscribe { _ in } }
      }
      #expect(report.isClean && report.notes.isEmpty, "\(report)")
    }

    @Test("work that other threads send to a subscription of the check counts for the check")
    func workOfOtherThreads() async throws {
      let bus = EventBus(name: "bus")
      struct Goal: Event {}
      let report = try await LeakDetector.check(cycles: 5) { scope async in
        let player = scope.track(Player())
        let onQueue = clock.deliver(on: .queue(label: "first")).subscribe { _ in player.advance() }
        let onBus = bus.on(Goal.self).queue(DispatchQueue(label: "second")).next { _ in player.advance() }
        let inTask = bus.on(Goal.self).queue(DispatchQueue(label: "third")).task { _ in
          await Task.yield()
          player.advance()
        }
        try? onThreads([{ clock.send(1) }, { bus.dispatch(Goal()) }])
        onQueue.dispose()
        onBus.dispose()
        inTask.dispose()
      }
      #expect(report.isClean && report.notes.isEmpty, "\(report)")
    }

    @Test("work that leads to further work counts until the last of it has arrived")
    func workOfWork() async throws {
      let report = try await LeakDetector.check { scope async in
        let player = scope.track(Player())
        let (first, second) = (Scheduler.queue(label: "first"), Scheduler.queue(label: "second"))
        first.perform { second.perform { first.perform { player.advance() } } }
      }
      #expect(report.isClean && report.notes.isEmpty, "\(report)")
    }

    @Test("the cancellation of its task ends a check")
    func cancelled() async throws {
      let runs = Guarded(0)
      let check = Task {
        try await LeakDetector.check { _ async in
          runs.with { $0 += 1 }
          withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self) { try await check.value }
      #expect(runs.with { $0 } == 1)
    }

    @Test("a check inside a check examines only its own code")
    func nested() throws {
      let report = try LeakDetector.check(cycles: 2) { _ in
        clock.subscribe { _ in }
        let inner = try LeakDetector.check(cycles: 2) { _ in
          clock.map { $0 }.subscribe { _ in }
          clock.filter { $0 > 0 }.subscribe { _ in }
        }
        #expect(inner.findings.count == 2, "\(inner)")
      }
      #expect(report.lines == ["growing subscription +0"], "\(report)")
    }

    @Test("a body in a variable is checked like a trailing closure")
    func bodyInVariable() async throws {
      let body: (LeakScope) throws -> Void = { _ in clock.subscribe { _ in } }
      #expect(try LeakDetector.check(body).findings.count == 1)
      #expect(try LeakDetector.check("named", body).name == "named")
      let asynchronous: (LeakScope) async throws -> Void = { _ in clock.subscribe { _ in } }
      #expect(try await LeakDetector.check(asynchronous).findings.count == 1)
      #expect(try await LeakDetector.check("named", asynchronous).name == "named")
    }

    @Test("very many leaks end the search for caches, and the report says so")
    func manyLeaks() throws {
      let runs = Guarded(0)
      let seen = Guarded<[LeakProgress]>([])
      let report = try LeakDetector.check(cycles: 1, progress: { progress in seen.with { $0.append(progress) } }) { _ in
        runs.with { $0 += 1 }
        for _ in 0..<100_001 { clock.subscribe { _ in } }
      }
      #expect(report.findings.map(\.count) == [100_001])
      #expect(report.notes.contains { $0.hasPrefix("100001 more things are left") }, "\(report)")
      #expect(runs.with { $0 } == 2)
      #expect(seen.with { $0.map(\.left) } == [0, 100_001])
      #expect(seen.with { $0.map(\.phase) } == [.counting, .counting])
    }

    @Test("an object that no further run makes again is reported as such, or as no leak")
    func notReproduced() throws {
      let kept = Guarded<[PublishSubject<Int, Never>]>([])
      let runs = Guarded(0)
      func keep(in most: Int) -> (LeakScope) -> Void {
        { _ in if runs.with({ runs in exchange(&runs, runs + 1) }) < most { kept.with { $0.append(PublishSubject()) } }
        }
      }
      let once = try LeakDetector.check(cycles: 1, warmup: 0, keep(in: 1))
      #expect(once.isClean)
      #expect(once.notes.map { $0.contains("grew only once, so this is no leak.") } == [true], "\(once)")
      runs.with { $0 = 0 }
      let twice = try LeakDetector.check(cycles: 2, warmup: 0, keep(in: 2))
      #expect(twice.lines == ["growing notReproduced +0"], "\(twice)")
      runs.with { $0 = 0 }
      let cache = try LeakDetector.check(cycles: 2, keep(in: 3))
      #expect(cache.isClean && cache.notes.count == 1, "\(cache)")
    }
  }
#endif
