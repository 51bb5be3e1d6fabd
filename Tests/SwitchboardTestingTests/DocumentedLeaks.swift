#if Tracing
  import Switchboard
  import SwitchboardTesting
  import Testing

  /// The test passes if its body records the issue of Switchboard.docc/Leaks.md.
  private struct FindsTheLeak: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withKnownIssue {
        try await function()
      } matching: { issue in
        let text = "\(issue.comments)"
        let place = "SwitchboardTestingTests/DocumentedLeaks.swift:36 to “clock”, since cycle 1"
        return text.contains("retained: 3 Player held by the subscription made at \(place)")
          && text.contains("Fix: let the closure capture the Player weakly (`[weak self]`)")
      }
    }
  }

  /// The code of Switchboard.docc/Leaks.md, in the same words.
  @Suite("Switchboard.docc/Leaks.md", FindsTheLeak())
  struct DocumentedLeaks {
    let clock = PublishSubject<Int, Never>(name: "clock")

    final class Player: Sendable {
      func advance() {}
    }

    @Test func playerGoes() throws {
      try expectNoLeaks { scope in
        let player = scope.track(Player())  // must be deallocated when the block has ended
        clock.subscribe { _ in player.advance() }
      }
    }
  }
#endif
