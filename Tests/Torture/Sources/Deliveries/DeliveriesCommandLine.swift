import ArgumentParser
import Foundation

struct DeliveriesCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliveries",
    abstract: "Race threads that send, subscribe, dispose and let owners die, and check what must hold in any order.",
    discussion: """
      A subscriber that stays hears every value of every sender once, in the sender's order, and all subscribers hear \
      one order. A subscriber that leaves hears no gap. Afterwards the censuses are what they were, and no handler of \
      an ended subscription is alive.

      With --json the keys are: seconds, rounds, deliveries, faults.
      """)

  @Option(help: "Stop after this many seconds.")
  var seconds = 10.0

  @Option(help: "The number of values that each sender sends in a round.")
  var scale = 20_000

  @Flag(help: "Print JSON instead of text.")
  var json = false

  func validate() throws {
    if seconds <= 0 { throw ValidationError("--seconds must be more than 0.") }
    if scale < 1 || scale > 1 << 30 { throw ValidationError("--scale must be between 1 and 2^30.") }
  }

  func run() throws {
    let findings = Findings()
    var progress = Progress()
    var rounds = 0
    repeat {
      for race in Race.all {
        race.run(scale, findings)
        progress.show("round \(rounds + 1), \(race.name): \(findings.deliveries.grouped) deliveries")
      }
      rounds += 1
    } while progress.seconds < seconds && findings.faults.isEmpty
    progress.clear()
    let result = DeliveriesResult(
      seconds: progress.seconds, rounds: rounds, deliveries: findings.deliveries, faults: findings.faults)
    if json {
      try printJSON(result)
    } else {
      for fault in result.faults { print(fault) }
      let rate = Int(Double(result.deliveries) / max(0.001, result.seconds))
      print(
        """
        deliveries: \(result.deliveries.grouped) in \(rounds.grouped) rounds of \(Race.all.count) races, \
        \(rate.grouped)/s: \(result.faults.isEmpty ? "nothing lost, doubled or reordered" : "PROMISES BROKEN")
        """)
    }
    if !result.faults.isEmpty { throw Exit.found }
  }
}

struct DeliveriesResult: Encodable {
  var seconds: Double
  var rounds: Int
  var deliveries: Int
  var faults: [String]
}
