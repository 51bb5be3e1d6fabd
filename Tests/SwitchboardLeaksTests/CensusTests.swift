#if Tracing
  import Switchboard
  import SwitchboardBroadcast
  import SwitchboardLeaks
  import SwitchboardTestSupport
  import SwitchboardTracing
  import Testing

  @Suite("The census")
  struct CensusTests {
    @Test("lists every live registry with its lines, and keeps none alive")
    func registries() throws {
      let name = "census.registries"
      func mine() throws -> [LiveRegistry] { try LeakDetector.census().filter { $0.name == name } }
      do {
        let made = #line + 1
        let subject = ReplaySubject<Int, Never>(capacity: 3, name: name)
        for value in 0..<5 { subject.send(value) }
        let bag = CompositeDisposable()
        for _ in 0..<9 { subject.subscribe(into: bag) { _ in } }
        let registry = try #require(try mine().first)
        #expect(registry.type == "ReplaySubject<Int, Never>")
        #expect(registry.madeAt == "SwitchboardLeaksTests/CensusTests.swift:\(made)")
        #expect(registry.count == 9)
        #expect((9...4 * 9 + 16).contains(registry.capacity))
        #expect(registry.values == 3)
        #expect(registry.lines == ["SwitchboardLeaksTests/CensusTests.swift:\(made + 3)": 9])
        bag.dispose()
        #expect(try mine().first?.count == 0)
      }
      #expect(try mine().isEmpty)
    }

    /// Checks that the census counts a registry or does not count it when the registry is deallocated meanwhile, and
    /// never touches the registry afterwards.
    @Test("counts while threads make, fill and release registries")
    func underThreads() throws {
      let isDone = Guarded(false)
      try onThreads([
        {
          for round in 0..<20_000 {
            let subject = PublishSubject<Int, Never>()
            let subscription = subject.subscribe { _ in }
            subject.send(round)
            if round.isMultiple(of: 2) { subscription.dispose() }
          }
          isDone.with { $0 = true }
        },
        { while !isDone.with({ $0 }) { _ = try! LeakDetector.census() } },
      ])
    }

    @Test("counts what waits in the queue of a registry, now and at most")
    func queue() throws {
      let subject = PublishSubject<Int, Never>(name: "census.queue")
      @Sendable func counts() -> [Int] {
        let entry = LiveRegistries.all.first { TraceNames.label($0.label).name == "census.queue" }
        return entry.map { [$0.queued, $0.mostQueued] } ?? []
      }
      let seen = Guarded<[Int]>([])
      subject.subscribe { [unowned subject] value in
        if value > 0 { return }
        for later in 1...5 { subject.send(later) }
        seen.with { $0 = counts() }
      }
      subject.send(0)
      #expect(seen.with { $0 } == [5, 5])
      #expect(counts() == [0, 5])
    }

    @Test("counts a registry in the middle of a delivery, without its values")
    func duringDelivery() throws {
      let subject = ReplaySubject<Int, Never>(name: "census.busy")
      let seen = Guarded<[LiveRegistry]>([])
      subject.subscribe { _ in
        seen.with { $0 = (try? LeakDetector.census().filter { $0.name == "census.busy" }) ?? [] }
      }
      subject.send(1)
      #expect(seen.with { $0.map(\.count) } == [1])
      #expect(seen.with { $0.map(\.values) } == [nil])
      #expect(try LeakDetector.census().filter { $0.name == "census.busy" }.map(\.values) == [1])
    }
  }
#endif
