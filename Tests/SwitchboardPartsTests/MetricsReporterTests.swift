#if Metrics
  import Dispatch
  import Metrics
  import MetricsTestKit
  import Switchboard
  import SwitchboardMetrics
  import SwitchboardTestSupport
  import SwitchboardVirtualTime
  import Testing

  private struct Ping: Event {}

  extension TestMetrics {
    fileprivate func gauge(_ name: String) throws -> Double? { try expectGauge("switchboard.\(name)").lastValue }
    fileprivate func total(_ name: String) throws -> Int64 { try expectCounter("switchboard.\(name)").totalValue }
  }

  // One test at a time, because the gauges count the subscriptions of the whole process.
  extension PartsTests {
    @Suite("MetricsReporter")
    struct MetricsReporterTests {
      private let metrics = TestMetrics()

      @Test("reports registries, subscribers and kept values")
      func gauges() throws {
        let reporter = try MetricsReporter(factory: metrics)
        reporter.report()
        let registries = try #require(try metrics.gauge("registries"))
        let subscribers = try #require(try metrics.gauge("subscribers"))
        let values = try #require(try metrics.gauge("values"))

        let subject = ReplaySubject<Int, Never>(capacity: 4)
        for value in 0..<6 { subject.send(value) }
        let subscriptions = [subject.subscribe { _ in }, subject.subscribe { _ in }]
        reporter.report()
        #expect(try metrics.gauge("registries") == registries + 1)
        #expect(try metrics.gauge("subscribers") == subscribers + 2)
        #expect(try metrics.gauge("values") == values + 4)

        for subscription in subscriptions { subscription.dispose() }
        reporter.report()
        #expect(try metrics.gauge("subscribers") == subscribers)
        withExtendedLifetime(subject) {}
      }

      @Test("counts the kept values of a registry that is delivering as they were before")
      func valuesDuringDelivery() throws {
        let reporter = try MetricsReporter(factory: metrics)
        let subject = ReplaySubject<Int, Never>(capacity: 4)
        for value in 0..<4 { subject.send(value) }
        reporter.report()
        let values = try #require(try metrics.gauge("values"))
        let subscription = subject.subscribe { _ in reporter.report() }
        #expect(try metrics.gauge("values") == values)
        subscription.dispose()
      }

      @Test("does not count the subscriptions of deallocated owners without a lifetime")
      func deadOwners() throws {
        final class Owner: Sendable {}
        let reporter = try MetricsReporter(factory: metrics)
        reporter.report()
        let subscribers = try #require(try metrics.gauge("subscribers"))
        let subject = PublishSubject<Int, Never>()
        var owner: Owner? = Owner()
        subject.subscribe(owner: owner!) { _, _ in }
        reporter.report()
        #expect(try metrics.gauge("subscribers") == subscribers + 1)
        owner = nil
        reporter.report()
        #expect(try metrics.gauge("subscribers") == subscribers)
        withExtendedLifetime(subject) {}
      }

      @Test("reports the values that wait for a delivery in progress")
      func queueDepth() throws {
        let reporter = try MetricsReporter(factory: metrics)
        let subject = PublishSubject<Int, Never>()
        let depths = Guarded<[Double]>([])
        let subscription = subject.subscribe { [metrics] value in
          if value == 0 { for next in 1...3 { subject.send(next) } }
          reporter.report()
          let depth = try? metrics.gauge("queue.depth")
          depths.with { $0.append(depth ?? -1) }
        }
        subject.send(0)
        #expect(depths.with { $0.first } == 3)
        reporter.report()
        #expect(try metrics.gauge("queue.depth") == 0)
        subscription.dispose()
      }

      @Test("reports the events that wait in queues of buses, and those that full queues dropped")
      func buses() throws {
        let (bus, other) = (EventBus(), EventBus())
        let (queue, scheduler) = (DispatchQueue(label: "suspended"), TestScheduler())
        queue.suspend()
        // The queue delivers before the next test counts deliveries; a suspended queue must not be released.
        defer {
          queue.resume()
          queue.sync {}
        }
        bus.on(Ping.self).queue(queue).limit(2, whenFull: .dropNewest).next { _ in }
        other.on(Ping.self).scheduler(scheduler).next { _ in }
        let reporter = try MetricsReporter(buses: [bus, other], factory: metrics)
        for _ in 0..<5 { bus.dispatch(Ping()) }
        other.dispatch(Ping())
        reporter.report()
        #expect(try metrics.gauge("bus.waiting") == 3)
        #expect(try metrics.gauge("bus.dropped") == 3)
        scheduler.run()
        reporter.report()
        #expect(try metrics.gauge("bus.waiting") == 2)
      }

      @Test("reports after each interval until it is disposed")
      func intervals() throws {
        let scheduler = TestScheduler()
        let reporter = try MetricsReporter(every: .seconds(10), on: scheduler, factory: metrics)
        let gauge = try metrics.expectGauge("switchboard.subscribers")
        scheduler.advance(by: .seconds(9))
        #expect(gauge.values.count == 0)
        scheduler.advance(by: .seconds(21))
        #expect(gauge.values.count == 3)
        #expect(!reporter.isDisposed)
        reporter.dispose()
        #expect(reporter.isDisposed)
        scheduler.advance(by: .seconds(100))
        reporter.report()
        #expect(gauge.values.count == 3)
      }

      @Test("ends when it is deallocated, and its timer does not keep it")
      func deallocation() throws {
        let scheduler = TestScheduler()
        var reporter: MetricsReporter? = try MetricsReporter(on: scheduler, countsSends: true, factory: metrics)
        weak let observed = reporter
        reporter = nil
        #expect(observed == nil)
        scheduler.advance(by: .seconds(100))
        #expect(try metrics.expectGauge("switchboard.subscribers").values.isEmpty)
        // The trace session has ended, too.
        try MetricsReporter(countsSends: true, factory: metrics).dispose()
      }

      @Test("counts sends and deliveries, also those right before it is disposed")
      func counters() throws {
        let reporter = try MetricsReporter(countsSends: true, factory: metrics)
        let subject = PublishSubject<Int, Never>()
        let subscriptions = [subject.subscribe { _ in }, subject.subscribe { _ in }]
        for value in 0..<10 { subject.send(value) }
        reporter.dispose()
        #expect(try metrics.total("sends") == 10)
        #expect(try metrics.total("deliveries") == 20)
        for subscription in subscriptions { subscription.dispose() }
      }

      @Test("counts what boards and buses send")
      func countersOfBoardsAndBuses() throws {
        let (board, bus, key) = (DataBoard(), EventBus(), BoardKey<Int>("volume"))
        let reporter = try MetricsReporter(countsSends: true, factory: metrics)
        let subscription = board.subscribe(key) { _ in }
        for value in 0..<3 { board.set(value, for: key) }
        for _ in 0..<2 { bus.on(Ping.self).next { _ in } }
        for _ in 0..<5 { bus.dispatch(Ping()) }
        reporter.dispose()
        #expect(try metrics.total("sends") == 3 + 5)
        #expect(try metrics.total("deliveries") == 3 + 2 * 5)
        subscription.dispose()
      }

      @Test("counts the sends of all threads, and when several threads dispose, each finds all of them counted")
      func countersOfThreads() throws {
        let reporter = try MetricsReporter(countsSends: true, factory: metrics)
        let subjects = (0..<4).map { _ in PublishSubject<Int, Never>() }
        let subscriptions = subjects.map { subject in subject.subscribe { _ in } }
        try onThreads(subjects.map { subject in { for value in 0..<50_000 { subject.send(value) } } })
        let totals = Guarded<[Int64]>([])
        try onThreads(
          (0..<4).map { [metrics] _ in
            {
              reporter.dispose()
              let total = try? metrics.total("deliveries")
              totals.with { $0.append(total ?? -1) }
            }
          })
        #expect(totals.with { $0 } == [200_000, 200_000, 200_000, 200_000])
        #expect(try metrics.total("sends") == 200_000)
        for subscription in subscriptions { subscription.dispose() }
      }

      @Test("only one reporter at a time counts sends")
      func second() throws {
        let first = try MetricsReporter(countsSends: true, factory: metrics)
        #expect(throws: TraceSessionError.alreadyRecording) {
          try MetricsReporter(countsSends: true, factory: metrics)
        }
        let second = try MetricsReporter(factory: metrics)
        second.dispose()
        first.dispose()
      }
    }
  }
#endif
