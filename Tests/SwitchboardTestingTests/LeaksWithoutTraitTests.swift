#if !Tracing
  import SwitchboardTesting
  import Testing

  @Suite("Leaks in tests, without the trait")
  struct LeaksWithoutTraitTests {
    private func isAnIssue(_ body: () async throws -> Void) async throws {
      try await withKnownIssue {
        try await body()
      } matching: { issue in
        "\(issue.comments)".contains("enable the trait where you depend on the package")
      }
    }

    @Test("no check passes, and each issue says what to do")
    func withoutTrait() async throws {
      try await isAnIssue { try expectNoLeaks { _ in } }
      try await isAnIssue { try await expectNoLeaks { _ async in } }
      #expect(throws: LeakDetectorError.needsTracing) { try LeakDetector.check { _ in } }
      #expect(throws: LeakDetectorError.needsTracing) { try LeakDetector.census() }
      #expect(throws: LeakDetectorError.needsTracing) { try TraceWitness() }
    }

    @Test("a test with the trait still runs")
    func runs() async throws {
      let test = try #require(Test.current)
      try await confirmation { hasRun in
        try await isAnIssue {
          try await LeakChecked.leakChecked.provideScope(for: test, testCase: nil) { hasRun() }
        }
      }
    }
  }
#endif
