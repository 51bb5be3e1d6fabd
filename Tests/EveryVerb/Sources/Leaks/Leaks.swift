import Switchboard
import SwitchboardLeaks

#if Tracing
  private final class Player: Sendable {
    func play() {}
  }

  private let clock = PublishSubject<Int, Never>(name: "clock")

  func leakChecks() throws {
    let clean = try LeakDetector.check("clean", cycles: 2, warmup: 0, afterEachRun: {}) { scope in
      let player = scope.track(Player())
      scope.perform { clock.subscribe(owner: player) { player, _ in player.play() } }
      clock.send(scope.runNumber)
      check(LeakScope.current === scope, "the scope is the current one")
    }
    check(clean.isClean, "a subscription that ends with its owner is clean: \(clean)")
    check([clean.cycles, clean.warmup], is: [2, 0], "a report says how often")
    check(clean.name, is: "clean", "the report has the name")
    check(LeakScope.current == nil, "no check is running")
    let line = Int(#line) + 3
    let report = try LeakDetector.check { scope in
      let player = scope.track(Player())
      clock.subscribe { _ in player.play() }
    }
    check(report.findings.count, is: 1, "a closure that holds its owner is found")
    guard let finding = report.findings.first else { return }
    check(finding.kind == .retained && finding.cause == .closure, "as such: \(finding)")
    check(finding.line, is: line, "the finding has the line")
    check(finding.place.hasSuffix("Leaks.swift:\(line)"), "the finding has the file: \(finding.place)")
    check(finding.owner, is: "Player", "the finding has the owner")
    check(finding.subject, is: "“clock”", "the finding has the subject")
    check([finding.count, finding.firstCycle], is: [3, 1], "the finding has the count and the first cycle")
    check(finding.summary.contains("Player") && finding.fix.contains("weak"), "in words, with a fix: \(finding)")
    check(report.description.contains("Player") && !report.left.isEmpty, "the report too")
    check(LeakFinding.Kind.allCases.count, is: 4, "four kinds")
    let census = try LeakDetector.census()
    let live = census.first { $0.name == "clock" }
    check(live?.count ?? 0 > 0, "the census has the live registries: \(String(describing: live))")
    check(live?.capacity ?? 0 > 0 && live?.lines.isEmpty == false, "the census has memory and lines")
    check(
      live?.madeAt?.contains("Leaks.swift") == true && live?.type.isEmpty == false,
      "the census has the line where the registry was made")
    check(throws: LeakDetectorError.bodyFailed(run: 1, reason: "late"), "an error of the code under check is thrown") {
      _ = try LeakDetector.check { _ in throw Fault.late }
    }
  }

  func asyncLeakChecks() async throws {
    let report = try await LeakDetector.check("async", afterEachRun: { await Task.yield() }) { scope async in
      let player = scope.track(Player())
      let hop = clock.subscribe(on: MainActor.self) { _ in player.play() }
      clock.send(1)
      await Task.yield()
      hop.dispose()
    }
    check(report.isClean, "a disposed subscription is clean: \(report)")
    check(report.notes.isEmpty, "the report has no notes")
  }

  func leakWitnesses() throws {
    let witness = try TraceWitness(keepingLast: 100)
    let report = try LeakDetector.check(cycles: 2) { _ in clock.subscribe { _ in } }
    let testimony = try witness.stop()
    check(testimony.contradictions(to: report), is: [], "trace and check agree")
    check(testimony.left.values.reduce(0, +), is: 3, "one of each run is left, of the warm-up's too")
    check(testimony.lostRecords, is: 0, "nothing is lost")
    check(!testimony.trace.records.isEmpty && testimony.trace.records.count <= 100, "the newest are kept")
  }
#else
  func leakChecks() throws {
    check(throws: LeakDetectorError.needsTracing, "a check needs the trait") { _ = try LeakDetector.check { _ in } }
    check(throws: LeakDetectorError.needsTracing, "the census too") { _ = try LeakDetector.census() }
    check(throws: LeakDetectorError.needsTracing, "without the trait a witness throws") { _ = try TraceWitness() }
    check(LeakDetectorError.needsTracing.description.contains("Tracing"), "the error names the trait")
    check(LeakScope.current == nil, "no check is running without the trait")
  }

  func asyncLeakChecks() async throws {
    do {
      _ = try await LeakDetector.check { _ async in }
      check(false, "it has to throw")
    } catch {
      check(error as? LeakDetectorError, is: .needsTracing, "an asynchronous check needs the trait")
    }
  }

  func leakWitnesses() {}
#endif
