package import Testing

/// For suites whose tests record traces: there is one session at a time in a process, and all test targets share one.
package struct OneTraceAtATime: SuiteTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Turnstile.shared.enter()
    do {
      try await function()
      await Turnstile.shared.leave()
    } catch {
      await Turnstile.shared.leave()
      throw error
    }
  }
}

extension Trait where Self == OneTraceAtATime {
  package static var oneTraceAtATime: Self { OneTraceAtATime() }
}

private actor Turnstile {
  static let shared = Turnstile()
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if !isTaken {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
