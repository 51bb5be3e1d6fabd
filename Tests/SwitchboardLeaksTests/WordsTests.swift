#if Tracing
  import Dispatch
  import Switchboard
  import SwitchboardLeaks
  import SwitchboardTestSupport
  import Testing

  private final class Page: Sendable {}
  private final class Toolbar: Sendable {}

  /// Tests that a finding says what is true, once, and advises what can be done.
  @Suite("The words of a finding")
  struct WordsTests {
    let clock = PublishSubject<Int, Never>(name: "clock")

    @Test("groups that grow are found at the line that subscribed")
    func groups() throws {
      let line = #line + 1
      let subscription = clock.groupBy { $0 }.subscribe { _ in }
      let next = Guarded(0)
      let report = try LeakDetector.check { _ in clock.send(next.with { next in exchange(&next, next + 1) }) }
      #expect(report.findings.map(\.place) == ["SwitchboardLeaksTests/WordsTests.swift:\(line)"], "\(report)")
      #expect(report.findings.first?.owner == "KeyedSignal<Int, Int, Never>")
      #expect(report.findings.first?.fix.contains("fewer keys") == true)
      subscription.dispose()
    }

    @Test("a channel is one finding, and so is a command, with or without a name", arguments: [nil, "one"])
    func parts(name: String?) throws {
      let (channels, commands) = (Guarded<[Channel<Int, Never>]>([]), Guarded<[Command<Int, Int, Never>]>([]))
      let report = try LeakDetector.check(cycles: 2) { _ in
        channels.with { $0.append(Channel(name: name)) }
        commands.with { $0.append(Command<Int, Int, Never>(name: name) { Signal.just($0) }) }
      }
      #expect(report.findings.map(\.owner) == ["Channel<Int, Never>", "Command<Int, Int, Never>"], "\(report)")
      #expect(report.findings.map(\.count) == [2, 2])
    }

    @Test("a part of a command that is kept without the command is still found")
    func partAlone() throws {
      let values = Guarded<[Signal<Int, Never>]>([])
      let report = try LeakDetector.check(cycles: 2) { _ in
        let command = Command<Int, Int, Never>(name: "submit") { Signal.just($0) }
        values.with { $0.append(command.values) }
      }
      #expect(report.findings.map(\.owner) == ["“submit.values”"], "\(report)")
    }

    @Test("the advice for subscriptions without a closure mentions no closure that could capture weakly")
    func withoutClosure() throws {
      let shown = Guarded<[Property<Int>]>([])
      let report = try LeakDetector.check(cycles: 2) { scope in
        let page = scope.track(Page())
        let steps = clock.map { [page] step in (page, step).1 }
        let property = Property(0)
        shown.with { $0.append(property) }
        steps.bind(to: property)
        steps.subscribe(PublishSubject<Int, Never>())
        steps.publish().connect()
      }
      #expect(report.findings.count { $0.kind == .retained } == 3, "\(report)")
      for finding in report.findings { #expect(!finding.fix.contains("weak"), "\(finding)") }
      let summaries = report.findings.map(\.summary).joined()
      #expect(summaries.contains("held by the binding made at"))
      #expect(summaries.contains("held by the connection made at"))
    }

    @Test("work on its way to a queue is not said to be on its way to the main actor")
    func queue() throws {
      let queue = DispatchQueue(label: "suspended")
      queue.suspend()
      let report = try LeakDetector.check(cycles: 1) { _ in
        let hop = clock.deliver(on: .queue(queue)).subscribe { _ in }
        clock.send(1)
        hop.dispose()
      }
      queue.resume()
      #expect(
        report.notes.contains { $0.contains("on the way to the queue “suspended” during the count") }, "\(report)")
      #expect(!"\(report)".contains("main actor"))
    }

    @Test("a subscription without an owner outlived no owner")
    func withoutOwner() throws {
      let report = try LeakDetector.check(cycles: 2) { scope in
        scope.track(Page())
        scope.track(Toolbar())
        clock.subscribe { _ in }
      }
      #expect(report.findings.map(\.kind) == [.orphan])
      let finding = try #require(report.findings.first)
      #expect(finding.owner == nil)
      #expect(finding.summary.hasSuffix("are left and have no owner, since cycle 1"), "\(finding)")
      #expect(finding.details == ["Tracked in the same runs: Page, Toolbar."])
    }
  }
#endif
