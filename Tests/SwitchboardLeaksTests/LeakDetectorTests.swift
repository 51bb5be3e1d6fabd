#if Tracing
  import Switchboard
  import SwitchboardLeaks
  import SwitchboardSignals
  import SwitchboardTestSupport
  import Testing

  /// Tests that a check finds each kind of leak at its line, and nothing else.
  @Suite("A leak check")
  struct LeakDetectorTests {
    let clock = PublishSubject<Int, Never>(name: "clock")

    @Test("finds nothing when everything ends with its owner", arguments: [1, 2, 7])
    func clean(cycles: Int) throws {
      let report = try LeakDetector.check(cycles: cycles) { scope in
        let player = scope.track(Player())
        clock.subscribe(owner: player) { player, _ in player.advance() }
        clock.map { $0 + 1 }.merge(with: clock).subscribe(owner: player) { player, _ in player.advance() }
        clock.send(1)
      }
      #expect(report.isClean, "\(report)")
      #expect(report.left.isEmpty)
    }

    @Test("an object made once, or replaced in each run, is no leak")
    func baseline() throws {
      let box = Guarded<[Subscription]>([])
      let report = try LeakDetector.check(cycles: 4) { _ in
        let next = clock.subscribe { _ in }
        box.with { box in
          if box.isEmpty { box.append(clock.subscribe { _ in }) }
          box.dropFirst().forEach { $0.dispose() }
          box = [box[0], next]
        }
      }
      #expect(report.isClean, "\(report)")
      #expect(report.left.values.sorted() == [1, 1])
    }

    @Test("without a warm-up every remaining subscription counts")
    func withoutWarmUp() throws {
      let isFirst = Guarded(true)
      let report = try LeakDetector.check(cycles: 3, warmup: 0) { _ in
        if isFirst.with({ isFirst in exchange(&isFirst, false) }) { clock.subscribe { _ in } }
      }
      #expect(report.findings.map(\.count) == [1])
      #expect(report.findings.map(\.firstCycle) == [1])
    }

    @Test("names every closure that holds an owner, and also the leaking subscription")
    func severalCulprits() throws {
      let report = try LeakDetector.check(cycles: 3) { scope in
        let player = scope.track(Player())
        clock.subscribe { _ in player.advance() }
        clock.map { $0 + 1 }.subscribe { [weak player] _ in player?.advance() }
        clock.filter { $0 > 1 }.subscribe { _ in player.advance() }
      }
      let line = report.findings[0].line
      #expect(report.lines == ["retained closure +0", "orphan subscription +1", "retained closure +2"])
      #expect(report.findings[0].others == ["SwitchboardLeaksTests/LeakDetectorTests.swift:\(line + 2)"])
      #expect(report.findings.allSatisfy { $0.count == 3 && $0.firstCycle == 1 })
      #expect(report.findings.map(\.owner) == ["Player", nil, "Player"])
      #expect(report.findings.allSatisfy { $0.subject == "“clock”" })
    }

    @Test("names the closures that hold an owner only together")
    func together() throws {
      let keeper = PublishSubject<Int, Never>(name: "keeper")
      let report = try LeakDetector.check(cycles: 2) { scope in
        let player = scope.track(Player())
        let inner = PublishSubject<Int, Never>()
        inner.subscribe { _ in player.advance() }
        keeper.subscribe { inner.send($0) }
      }
      #expect(report.lines == ["retained closures +0", "retained closures +1"], "\(report)")
    }

    @Test("says when no subscription holds the owner, and gives the other known facts")
    func heldElsewhere() throws {
      let attic = Guarded<[Player]>([])
      let report = try LeakDetector.check(cycles: 5) { scope in
        let player = scope.track(Player())
        attic.with { $0.append(player) }
        clock.subscribe(owner: player) { player, _ in player.advance() }
      }
      #expect(report.lines == ["retained elsewhere +0"], "\(report)")
      #expect(report.findings[0].others.count == 1)
    }

    @Test("an owner that a kept value holds is held from elsewhere, and the report names the values")
    func keptValues() throws {
      let replay = ReplaySubject<Player, Never>(name: "replay")
      let report = try LeakDetector.check(cycles: 2) { scope in replay.send(scope.track(Player())) }
      #expect(report.findings.map(\.kind) == [.growing, .retained])
      #expect(report.findings.map(\.cause) == [.values, .elsewhere])
      #expect(report.findings[1].details == ["“replay”, made at \(report.findings[0].place), keeps 2 more values."])
    }

    @Test("a subject that its subscription keeps is an owner like any other")
    func selfKeptSubject() throws {
      let report = try LeakDetector.check(cycles: 2) { _ in
        let subject = PublishSubject<Int, Never>()
        subject.subscribe { if $0 > 0 { subject.send($0 - 1) } }
      }
      #expect(report.lines == ["retained closure +0"], "\(report)")
      #expect(report.findings[0].owner == "PublishSubject<Int, Never>")
    }

    @Test("subjects in a collection that grows are found")
    func collectedSubjects() throws {
      let attic = Guarded<[PublishSubject<Int, Never>]>([])
      let report = try LeakDetector.check(cycles: 4) { _ in
        let subject = PublishSubject<Int, Never>()
        attic.with { $0.append(subject) }
      }
      #expect(report.lines == ["growing elsewhere +0"], "\(report)")
      #expect(report.findings[0].count == 4)
    }

    @Test("objects of one line count together, whatever their names, and the finding lists some names")
    func collectedNames() throws {
      let attic = Guarded<[PublishSubject<Int, Never>]>([])
      let report = try LeakDetector.check(cycles: 4) { scope in
        let subject = PublishSubject<Int, Never>(name: "subject \(scope.runNumber)")
        attic.with { $0.append(subject) }
      }
      #expect(report.lines == ["growing elsewhere +0"], "\(report)")
      #expect(report.findings[0].count == 4)
      #expect(report.findings[0].owner == "PublishSubject<Int, Never>")
      let names = try #require(report.findings[0].details.first)
      #expect(names.hasPrefix("Their names: “subject 1”, “subject 10”, “subject 11” and"), "\(names)")
    }

    @Test("a subscription for an owner that stays alive is no orphan")
    func growing() throws {
      let player = Player()
      let report = try LeakDetector.check(cycles: 4) { _ in
        clock.subscribe(owner: player) { player, _ in player.advance() }
      }
      #expect(report.lines == ["growing subscription +0"], "\(report)")
      #expect(report.findings[0].owner == "Player")
    }

    @Test("a subject that is made once is no leak, also without a warm-up")
    func global() throws {
      let attic = Guarded<PublishSubject<Int, Never>?>(nil)
      let report = try LeakDetector.check(cycles: 1, warmup: 0) { _ in
        attic.with { $0 = $0 ?? PublishSubject() }
      }
      #expect(report.isClean, "\(report)")
    }

    @Test("says in which cycle the leak began")
    func firstCycle() throws {
      let runs = Guarded(0)
      let report = try LeakDetector.check(cycles: 5, warmup: 2) { _ in
        if runs.with({ runs in exchange(&runs, runs + 1) }) >= 4 { clock.subscribe { _ in } }
      }
      #expect(report.findings.map(\.firstCycle) == [3])
      #expect(report.findings.map(\.count) == [3])
    }

    @Test("counts only the work of its code, also while other checks leak")
    func attribution() throws {
      let report = try LeakDetector.check { scope in
        try onThreads([
          { clock.subscribe { _ in } },
          { scope.perform { _ = clock.subscribe { _ in } } },
        ])
      }
      #expect(report.findings.map(\.count) == [3], "\(report)")
    }

    @Test("an error of the code under check is thrown, with the run")
    func failing() {
      struct Broken: Error {}
      #expect(throws: LeakDetectorError.bodyFailed(run: 1, reason: "Broken()")) {
        try LeakDetector.check { _ in throw Broken() }
      }
    }

    @Test("waits for events on their way to the main actor")
    func mainActor() async throws {
      let report = try await LeakDetector.check(cycles: 20) { scope async in
        let player = scope.track(Player())
        let hop = clock.subscribe(on: MainActor.self) { _ in player.advance() }
        clock.send(1)
        hop.dispose()
      }
      #expect(report.isClean, "\(report)")
    }

    @Test("knows a task that was told the end of its values and has not released them")
    func slowReader() async throws {
      _ = try await LeakDetector.check(cycles: 1) { _ async in
        var brief: PublishSubject<Int, Never>? = PublishSubject()
        let iterator = brief?.values().makeAsyncIterator()
        brief = nil
        #expect(CensusScope.current.map { TaskEnd.arePending(of: $0.number) } == true)
        withExtendedLifetime(iterator) {}
      }
    }
  }

  final class Player: LifetimeOwner, Sendable {
    let lifetime = Lifetime()
    func advance() {}
  }

  extension LeakReport {
    /// The kind and the cause of each finding, with its line counted from the line of the first finding.
    var lines: [String] { findings.map { "\($0.kind) \($0.cause) +\($0.line - findings[0].line)" } }
  }

  func exchange<Value>(_ value: inout Value, _ new: Value) -> Value {
    defer { value = new }
    return value
  }
#endif
