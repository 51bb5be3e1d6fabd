#if Tracing
  import Switchboard
  import SwitchboardTesting
  import Testing

  @Suite("A trace as a witness", .ownTraceSession)
  struct TraceWitnessTests {
    let clock = PublishSubject<Int, Never>(name: "clock")

    /// Returns the sentences about this file. Other tests subscribe at the same time, in other files.
    private func own(_ sentences: [String]) -> [String] { sentences.filter { $0.contains("TraceWitnessTests.swift:") } }

    @Test("agrees with the check about leaks and about ended subscriptions")
    func agrees() throws {
      let witness = try TraceWitness(keepingLast: 1000)
      let report = try LeakDetector.check(cycles: 4) { _ in
        clock.subscribe { _ in }
        clock.map { $0 }.merge(with: clock).subscribe { _ in }
        clock.map { $0 }.subscribe { _ in }.dispose()
      }
      let testimony = try witness.stop()
      #expect(own(testimony.contradictions(to: report)) == [])
      #expect(report.findings.map(\.count) == [4, 4])
      #expect(testimony.left.filter { $0.key.contains("TraceWitnessTests.swift:") }.values.sorted() == [5, 5])
      #expect(testimony.trace.records.count <= 1000)
      #expect(!testimony.trace.records.isEmpty)
    }

    @Test("contradicts a check that misses a subscription")
    func contradicts() throws {
      let witness = try TraceWitness()
      let line = #line + 1
      clock.subscribe { _ in }
      let report = try LeakDetector.check { _ in }
      let testimony = try witness.stop()
      #expect(
        own(testimony.contradictions(to: report)) == [
          """
          The trace and the check disagree on the subscriptions made at \
          SwitchboardTestingTests/TraceWitnessTests.swift:\(line): the trace has 1 left, the check 0.
          """
        ])
    }
  }
#endif
