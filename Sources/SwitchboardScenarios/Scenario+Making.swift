internal import SwitchboardLeaks

// How scenarios are written down. Each closure is called once for each check, makes what outlasts a cycle, and returns what
// runs in each.
extension Scenario {
  typealias Make = @Sendable () -> (LeakScope) throws -> Void
  typealias MakeAsync = @Sendable () -> (LeakScope) async throws -> Void

  /// The right way and the wrong way to do one thing.
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

  /// A leak without a right way of its own.
  static func leaking(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, _ make: @escaping Make
  ) -> [Scenario] {
    [Scenario(.leaking, name, summary, fileID) { .synchronous(make()) }]
  }

  /// Something that cannot be done wrong.
  static func clean(
    _ name: String, _ summary: String, fileID: StaticString = #fileID, _ make: @escaping Make
  ) -> [Scenario] {
    [Scenario(.clean, name, summary, fileID) { .synchronous(make()) }]
  }
}
