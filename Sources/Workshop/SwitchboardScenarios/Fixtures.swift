internal import Foundation
internal import Switchboard

extension Scenario {
  /// Scenarios that go wrong, for the tests of `leakcheck`. They are not in the catalogue.
  package static let fixtures: [Scenario] = [
    Scenario(fixture: "throws", .clean, "Throws an error.") { _ in { _ in throw Refusal() } },
    Scenario(fixture: "traps", .clean, "Crashes.") { _ in { _ in fatalError("a scenario that crashes on purpose") } },
    Scenario(fixture: "hangs", .clean, "Never returns.") { _ in { _ in while true {} } },
    Scenario(fixture: "interrupts", .clean, "Interrupts the command that runs it, and never returns.") { _ in
      { _ in
        kill(getppid(), SIGINT)
        while true {}
      }
    },
    Scenario(fixture: "leaks", .clean, "Leaks although the catalogue calls it clean.") { _ in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { _ in ticks.subscribe { _ in } }
    },
    Scenario(fixture: "announces-nothing", .leaking, "Does not leak although the catalogue calls it leaking.") { _ in
      { _ in }
    },
    Scenario(fixture: "announces-too-much", .leaking, "Expects a leak and does not leak.") { expectLeak in
      { _ in
        expectLeak(.orphan)
        PublishSubject<Int, Never>().subscribe { _ in }
      }
    },
  ]

  private init(fixture name: String, _ kind: Kind, _ summary: String, _ make: @escaping MakeLeaking) {
    self.init(kind, name, summary, #fileID) { .synchronous(make($0)) }
    self.name = "fixture/\(name)"
  }
}
