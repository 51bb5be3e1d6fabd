#if Tracing
  import Switchboard
  import SwitchboardLeaks
  import SwitchboardTestSupport
  import Testing

  private struct Goal: Event {}

  extension BoardKey where Value == Int {
    fileprivate static let pulse = BoardKey("false findings: pulse")
  }

  /// An owner that only a sweep finds deallocated.
  private final class Window: Sendable {
    func show() {}
  }

  /// Tests of code that leaks nothing and looks as if it did.
  @Suite("A leak check has no false finding")
  struct FalseFindingTests {
    let clock = PublishSubject<Int, Never>(name: "clock")

    @Test("an owner that boards and buses sweep")
    func swept() throws {
      let (board, bus) = (BlackBoard(name: "board"), EventBus(name: "bus"))
      let report = try LeakDetector.check { scope in
        let window = scope.track(Window())
        WhiteBoard.shared.subscribe(.pulse, owner: window) { window, _ in window.show() }
        board.subscribe(.pulse, owner: window) { window, _ in window.show() }
        board.subscribe(.pulse, owner: window, on: .immediate) { window, _ in window.show() }
        bus.subscribe(Goal.self, owner: window) { window, _ in window.show() }
      }
      #expect(report.isClean, "\(report)")
      #expect(report.left.isEmpty)
    }

    /// An owner whose deinit waits, before its lifetime ends its subscriptions.
    private final class Dying: LifetimeOwner, Sendable {
      let lifetime = Lifetime()
      private let begins: Gate
      private let mayEnd: Gate

      init(_ begins: Gate, _ mayEnd: Gate) { (self.begins, self.mayEnd) = (begins, mayEnd) }

      deinit {
        begins.open()
        mayEnd.wait()
      }
    }

    /// Opens a gate when it is deallocated.
    private final class Opener: Sendable {
      let gate: Gate
      init(_ gate: Gate) { self.gate = gate }
      deinit { gate.open() }
    }

    @Test("an owner in the middle of its deinit on another thread, which ends when the detector has looked")
    func dying() throws {
      let thread = Guarded<RunningThread?>(nil)
      let report = try LeakDetector.check(cycles: 1) { scope in
        let (begins, mayEnd) = (Gate(), Gate())
        let last = Guarded<Dying?>(Dying(begins, mayEnd))
        for _ in 0..<200 { last.with { $0.map { _ = clock.subscribe(owner: $0) { _, _ in } } } }
        thread.with { $0 = RunningThread { _ = last.with { $0.take() } } }
        begins.wait()
        // The detector's first look releases this handler, and with it the opener.
        let opener = Opener(mayEnd)
        clock.map { $0 }.subscribe(owner: Window()) { _, _ in withExtendedLifetime(opener) {} }
      }
      try thread.with { try $0?.join() }
      #expect(report.isClean, "\(report)")
    }

    @Test("values that other code puts on a board meanwhile")
    func sharedBoard() throws {
      let (board, names) = (BlackBoard(name: "board"), Guarded(0))
      let report = try LeakDetector.check { _ in
        board.set(1, for: .pulse)
        try watched {
          for _ in 0..<3 { board.set(1, for: BoardKey<Int>("\(names.with { name in exchange(&name, name + 1) })")) }
        }
      }
      #expect(report.isClean, "\(report)")
    }

    @Test("a cache with a limit levels off, and the report says so", arguments: [1, 3, 12, 30])
    func boundedCache(cycles: Int) throws {
      let (subjects, subscriptions) = (Guarded<[PublishSubject<Int, Never>]>([]), Guarded<[Subscription]>([]))
      let report = try LeakDetector.check(cycles: cycles) { _ in
        subjects.with { subjects in
          subjects.append(PublishSubject())
          if subjects.count > 8 { subjects.removeFirst() }
        }
        subscriptions.with { subscriptions in
          subscriptions.append(clock.subscribe { _ in })
          if subscriptions.count > 8 { subscriptions.removeFirst().dispose() }
        }
      }
      #expect(report.isClean, "\(report)")
      #expect(report.notes.count == 2, "\(report.notes)")
      #expect(report.notes.allSatisfy { $0.hasSuffix("grew and then levelled off, so this is no leak.") })
    }

    @Test("what grows in every second cycle goes on growing", arguments: [2, 4, 40])
    func slowLeak(cycles: Int) throws {
      let runs = Guarded(0)
      let report = try LeakDetector.check(cycles: cycles) { _ in
        let run = runs.with { runs in exchange(&runs, runs + 1) }
        if run.isMultiple(of: 2) { clock.subscribe { _ in } }
      }
      #expect(report.findings.map(\.count) == [cycles / 2], "\(report)")
      #expect(report.left.values.reduce(0, +) == cycles / 2 + 1)
    }
  }
#endif
