internal import SwitchboardLeaks

// Functions that make scenarios. Each closure is called once for each check. The closure makes the objects that outlast
// a cycle, and returns the code that runs in each cycle.
extension Scenario {
  typealias Make = @Sendable () -> (LeakScope) throws -> Void
  typealias MakeAsync = @Sendable () -> (LeakScope) async throws -> Void

  /// Makes two scenarios: the right way and the wrong way to do one thing.
  static func pair(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, clean: @escaping Make, leaking: @escaping Make
  ) -> [Scenario] {
    [
      Scenario(.clean, name, summary, fileID) { .synchronous(clean()) },
      Scenario(.leaking, name, summary, fileID) { .synchronous(leaking()) },
    ]
  }

  static func asyncPair(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, clean: @escaping MakeAsync,
    leaking: @escaping MakeAsync
  ) -> [Scenario] {
    [
      Scenario(.clean, name, summary, fileID) { .asynchronous(clean()) },
      Scenario(.leaking, name, summary, fileID) { .asynchronous(leaking()) },
    ]
  }

  /// Makes a leaking scenario without a clean counterpart.
  static func leaking(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, _ make: @escaping Make
  ) -> [Scenario] {
    [Scenario(.leaking, name, summary, fileID) { .synchronous(make()) }]
  }

  /// Makes a clean scenario without a leaking counterpart.
  static func clean(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, _ make: @escaping Make
  ) -> [Scenario] {
    [Scenario(.clean, name, summary, fileID) { .synchronous(make()) }]
  }
}
