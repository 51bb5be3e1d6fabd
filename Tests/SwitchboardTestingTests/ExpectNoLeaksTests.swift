#if Tracing
  import Switchboard
  import SwitchboardTestSupport
  import SwitchboardTesting
  import Testing
  import XCTest

  private final class Screen: Sendable {
    func show(_ tick: Int) {}
  }

  private let clock = PublishSubject<Int, Never>(name: "clock")

  @Suite("Leaks in tests")
  struct ExpectNoLeaksTests {
    @Test("a closure that holds its owner fails the test, with owner, line and fix")
    func strongSelf() throws {
      let line = #line + 4
      try withKnownIssue {
        try expectNoLeaks { scope in
          let screen = scope.track(Screen())
          clock.subscribe { screen.show($0) }
        }
      } matching: { issue in
        "\(issue.comments)".contains(
          "retained: 3 Screen held by the subscription made at "
            + "SwitchboardTestingTests/ExpectNoLeaksTests.swift:\(line) to “clock”, since cycle 1")
          && "\(issue.comments)".contains("Fix: let the closure capture the Screen weakly (`[weak self]`)")
      }
    }

    @Test("each leak is an issue")
    func several() throws {
      let issues = Guarded(0)
      try withKnownIssue {
        try expectNoLeaks { _ in
          clock.subscribe { _ in }
          clock.map { $0 }.subscribe { _ in }
        }
      } matching: { _ in
        issues.with { $0 += 1 }
        return true
      }
      #expect(issues.with { $0 } == 2)
    }

    @Test("a subscription that ends is no issue, also on the main actor")
    func clean() async throws {
      try expectNoLeaks { scope in
        let screen = scope.track(Screen())
        clock.subscribe(owner: screen) { screen, tick in screen.show(tick) }
        clock.send(1)
      }
      try await expectNoLeaks { scope async in
        let screen = scope.track(Screen())
        let hop = clock.subscribe(on: MainActor.self) { screen.show($0) }
        clock.send(1)
        hop.dispose()
      }
    }

    @Test("cancelled tasks are no issue, also when not awaited; a task that reads for ever is an issue, with its line")
    func tasks() async throws {
      try await expectNoLeaks { scope async in
        let screen = scope.track(Screen())
        Task { for await tick in clock.values() { screen.show(tick) } }.cancel()
        let endless = AsyncStream<Int>(unfolding: {
          screen.show(0)
          return 0
        })
        Signal(endless).subscribe { screen.show($0) }.dispose()
      }
      let ticks = BehaviorSubject<Int, Never>(0)
      let line = #line + 6
      try await withKnownIssue {
        try await expectNoLeaks { scope async in
          let screen = scope.track(Screen())
          await withCheckedContinuation { listens in
            Task {
              for await tick in ticks.values() {
                screen.show(tick)
                listens.resume()
              }
            }
          }
        }
      } matching: { issue in
        "\(issue.comments)".contains(
          "retained: 3 Screen held by the subscription made at SwitchboardTestingTests/ExpectNoLeaksTests.swift:\(line)"
        )
      }
    }

    @Test("an error of the block is thrown", arguments: [true, false])
    func failing(isAsync: Bool) async {
      struct Broken: Error {}
      await #expect(throws: LeakDetectorError.self) {
        if isAsync {
          try await expectNoLeaks { _ async throws in throw Broken() }
        } else {
          try expectNoLeaks { _ in throw Broken() }
        }
      }
    }

    @Test("a test with the trait that ends its subscriptions passes", .leakChecked)
    func checked() throws {
      let screen = try #require(LeakScope.current).track(Screen())
      let bag = CompositeDisposable()
      clock.subscribe(into: bag) { screen.show($0) }
      bag.dispose()
    }

    private final class Singleton: Sendable {
      static let shared = Singleton()
      private init() { clock.subscribe { _ in } }
    }

    @Test("a test with the trait passes although it is the first to use a singleton that subscribes", .leakChecked)
    func singleton() { _ = Singleton.shared }

    @Test("with the trait a leak of a test is an issue")
    func trait() async throws {
      let issues = Guarded<[String]>([])
      try await withKnownIssue {
        let test = try #require(Test.current)
        try await LeakChecked.leakChecked.provideScope(for: test, testCase: nil) {
          LeakScope.current!.track(Screen())
          clock.subscribe { _ in }
        }
      } matching: { issue in
        issues.with { $0.append("\(issue.comments)") }
        return true
      }
      #expect(issues.with { $0.count } == 1)
      #expect(issues.with { $0[0] }.contains("orphan: 1 subscription made at SwitchboardTestingTests/"))
    }

    @Test("checks that run at the same time do not blame each other", arguments: 0..<8)
    func sideBySide(number: Int) async throws {
      for _ in 0..<50 {
        try await expectNoLeaks(cycles: 1) { scope async in
          let screen = scope.track(Screen())
          let subscriptions = await withTaskGroup { group in
            for _ in 0..<3 { group.addTask { clock.subscribe { screen.show($0) } } }
            return await group.reduce(into: []) { $0.append($1) }
          }
          await Task.yield()
          subscriptions.forEach { $0.dispose() }
        }
      }
    }
  }

  #if !canImport(Darwin)
    final class NoLeaksXCTests: XCTestCase {
      private var failures: [String]?

      override func recordFailure(
        withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
      ) {
        if failures == nil {
          super.recordFailure(withDescription: description, inFile: file, atLine: line, expected: expected)
        } else {
          failures?.append(description)
        }
      }

      func testALeakIsAFailure() throws {
        failures = []
        assertNoLeaks { _ in clock.subscribe { _ in } }
        let seen = try XCTUnwrap(failures)
        failures = nil
        XCTAssertEqual(seen.count, 1)
        XCTAssert(seen[0].contains("growing: 3 subscriptions made at SwitchboardTestingTests/"), "\(seen)")
      }

      func testNoLeakIsNoFailure() async {
        await assertNoLeaks { scope async in
          let screen = scope.track(Screen())
          clock.subscribe { screen.show($0) }.dispose()
        }
      }
    }
  #endif
#endif
