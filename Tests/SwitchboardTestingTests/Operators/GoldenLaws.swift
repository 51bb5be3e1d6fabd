import Switchboard
import SwitchboardTesting
import Testing

/// The errors of these tests.
enum Fault: Error, Equatable { case first, second }

#if Tracing
  import SwitchboardTraceFile

  /// Laws of golden text: it shows what a program did, not how operators do it, nor where lines are. The table of
  /// operators is a link to that of the tests of signals.
  @Suite("Golden text: laws")
  struct GoldenLaws {
    private typealias Chain = @Sendable (Signal<Int, Fault>, TestScheduler) -> Signal<Int, Fault>

    /// Returns the golden text of a program that subscribes to `chain`, sends two values in a second, lets time pass,
    /// and then ends `chain`.
    private func text(
      of chain: Chain,
      end: (PublishSubject<Int, Fault>, Subscription) -> Void = { subject, _ in subject.sendCompleted() }
    ) throws -> String {
      let trace = recordTrace {
        let scheduler = TestScheduler()
        let subject = PublishSubject<Int, Fault>(name: "ticks")
        let subscription = chain(subject.signal, scheduler).subscribe()
        subject.send(1)
        scheduler.advance(by: .seconds(1))
        subject.send(2)
        scheduler.advance(by: .seconds(9))
        end(subject, subscription)
        scheduler.run()
      }
      return try GoldenWriter.text(of: trace.source)
    }

    @Test("an operator that lets every value through leaves no trace of itself", arguments: AnyOperator.all)
    func operators(operation: AnyOperator) throws {
      let ends: [(PublishSubject<Int, Fault>, Subscription) -> Void] = [
        { subject, _ in subject.sendCompleted() },
        { subject, _ in subject.send(error: .second) },
        { _, subscription in subscription.dispose() },
      ]
      for end in ends {
        let bare = try text(of: { source, _ in source }, end: end)
        #expect(try text(of: { source, _ in operation(source) }, end: end) == bare)
      }
    }

    @Test("debounce has the text of an operator that does the same in another way")
    func rewritten() throws {
      let own = try text { source, scheduler in source.debounce(.seconds(2), on: scheduler) }
      let other = try text { source, scheduler in
        source.flatMapLatest { value in Signal<Int, Fault>.just(value).delay(.seconds(2), on: scheduler) }
      }
      #expect(own == other)
      #expect(
        own == """
          # switchboard.golden/2
          thread t1
            subscribe GoldenLaws.swift@1#1
            send ticks#1 at GoldenLaws.swift@2
            send ticks#1 at GoldenLaws.swift@3
            deliver to GoldenLaws.swift@1#1
            send completed ticks#1 at GoldenLaws.swift@4
              deliver completed to GoldenLaws.swift@1#1
                dispose GoldenLaws.swift@1#1
            close ticks#1

          """)
    }

    private static let timed: [Chain] = [
      { $0.delay(.seconds(1), on: $1) },
      { $0.throttle(.seconds(2), on: $1) },
      { $0.timeout(after: .seconds(20), raising: .first, on: $1) },
      { $0.sample(every: .seconds(1), on: $1) },
      { $0.buffer(for: .seconds(2), on: $1).map(\.count) },
      { $0.window(for: .seconds(2), on: $1).flatten() },
      { source, _ in source.groupBy { $0 % 2 }.flatten() },
      { source, _ in source.groupBy({ $0 % 2 }, until: { $0.skip(1) }).flatten() },
      { source, _ in source.groupBy({ $0 % 2 }, whileObserved: true).flatMap { $0.take(2) } },
      { $0.buffer(until: Signal<Int, Never>.interval(.seconds(2), on: $1)).map(\.count) },
      { $0.window(until: Signal<Int, Never>.interval(.seconds(2), on: $1)).flatten() },
      { $0.deliver(on: $1) },
      { $0.start(on: $1) },
      { $0.merge(with: Signal<Int, Fault>.timer(after: .seconds(3), on: $1)) },
      { source, scheduler in source.retry(1, after: .seconds(1), on: scheduler) },
      { source, scheduler in source.retry(1, backoff: Backoff(first: .seconds(1)), on: scheduler) },
      { source, _ in source.retry(when: { $0.take(1) }) },
    ]

    @Test("an operator that works later names only what the program made", arguments: timed.indices)
    func later(index: Int) throws {
      for ends: Event in [.completed, .error(.second)] {
        let text = try text(of: Self.timed[index]) { subject, _ in subject.send(ends) }
        #expect(text.contains("deliver to GoldenLaws.swift@1#1"))
        for word in text.split(whereSeparator: \.isWhitespace) where word.contains("#") || word.contains(".swift") {
          #expect(word == "#" || word == "ticks#1" || word.hasPrefix("GoldenLaws.swift@"))
        }
        #expect(!text.contains("hop"))
      }
    }

    private typealias Event = SignalEvent<Int, Fault>

    private func program() {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      ticks.subscribe { _ in }
      ticks.send(1)
    }

    private func longerProgram() {
      // A line above.
      let ticks = PublishSubject<Int, Never>(name: "ticks")

      ticks.subscribe { _ in }
      // A line between.
      ticks.send(1)
    }

    @Test("lines may move, also those of an expected text in the same file")
    func moved() throws {
      let expected = try GoldenWriter.text(of: recordTrace { program() }.source)
      expectTrace(expected) { longerProgram() }
      expectTrace(expected) {
        let ticks = PublishSubject<Int, Never>(name: "ticks")
        ticks.subscribe { _ in }
        ticks.send(1)
      }
    }

    @Test("a chain that was there before the recording is its one subscription, too")
    func earlier() {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      ticks.merge(with: Signal<Int, Never>.never()).subscribe { _ in }
      expectTrace(
        """
        thread t1
          send ticks#1 at GoldenLaws.swift@1
            deliver to GoldenLaws.swift@2#1
        """
      ) {
        ticks.send(1)
      }
    }

    @Test("a property that is set without a line is shown with the name of what was used")
    func withoutLine() {
      expectTrace(
        """
        thread t1
          send count#1 at Property.value
          close count#1
        """
      ) {
        Property(1, name: "count").value = 2
      }
    }
  }
#endif
