import Foundation
import Switchboard
import SwitchboardTesting
import XCTest

#if canImport(Darwin)
  /// Does nothing on Darwin, where XCTest finds a test case by its selector and needs a test bundle.
  func xcTestedVerbs() {}
#else
  private let clock = PublishSubject<Int, Never>(name: "XCTest clock")

  /// A test case that notes failures instead of reporting them.
  private final class NotingCase: XCTestCase {
    static let failures = Log<String>()

    override func recordFailure(
      withDescription description: String, inFile file: String, atLine line: Int, expected: Bool
    ) {
      Self.failures.add(description)
    }

    func testLeaks() {
      assertNoLeaks(cycles: 2) { _ in clock.subscribe { _ in } }
      assertNoLeaks(afterEachRun: {}) { _ in clock.subscribe { _ in }.dispose() }
    }

    func testAsyncLeaks() async {
      await assertNoLeaks { _ async in clock.subscribe { _ in }.dispose() }
    }
  }

  func xcTestedVerbs() async {
    let gate = Gate()
    // The run of a test blocks its thread.
    Thread.detachNewThread {
      for (name, body) in [("sync", { $0.testLeaks }), ("async", asyncTest { $0.testAsyncLeaks })]
        as [(String, (NotingCase) -> () throws -> Void)]
      {
        NotingCase(name: name) { if let test = $0 as? NotingCase { try body(test)() } }.run()
      }
      gate.open()
    }
    await gate.pass()
    let failures = NotingCase.failures.entries
    #if Tracing
      check(failures.count, is: 1, "a leak is a failure: \(failures)")
      check(failures.first?.contains("growing: 2 subscriptions made at EveryVerb/XCTestedVerbs.swift") == true, "named")
    #else
      check(failures.count, is: 3, "without the trait each check is a failure: \(failures)")
      check(failures.allSatisfy { $0.contains("Tracing") }, "each failure names the trait")
    #endif
  }
#endif
