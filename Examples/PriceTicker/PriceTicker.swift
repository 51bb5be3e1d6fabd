import Foundation
import Switchboard

/// An owner that watches prices as long as it lives.
final class Watcher: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
}

@main
struct PriceTicker {
  static func main() {
    let (rounds, waits) = options()
    let stocks = PublishSubject<Int, Never>(name: "stocks")
    let bonds = PublishSubject<Int, Never>(name: "bonds")
    let latest = BehaviorSubject<Int, Never>(0, name: "latest")
    let seen = PublishSubject<Int, Never>(name: "seen")
    stocks.filter { $0.isMultiple(of: 2) }.merge(with: bonds.map { -$0 }).subscribe(latest)
    // A send during a delivery of the same subject waits for its turn.
    seen.subscribe { value in if value > 0 { seen.send(-1) } }
    let feeders = DispatchGroup()
    for number in 1...4 {
      feeders.enter()
      Thread.detachNewThread {
        #if Tracing
          setTraceThreadName("feeder \(number)")
        #endif
        for round in 0..<rounds {
          (number.isMultiple(of: 2) ? stocks : bonds).send(round)
          guard round.isMultiple(of: 100) else { continue }
          let watcher = Watcher()
          latest.subscribe(owner: watcher) { _, _ in seen.send(1) }
        }
        feeders.leave()
      }
    }
    feeders.wait()
    print("4 feeders sent \(4 * rounds) prices")
    // Flushed, so that a pipe gets the line although the program goes on.
    fflush(nil)
    if waits { while true { sleep(1) } }
  }

  private static func options() -> (rounds: Int, waits: Bool) {
    var (rounds, waits) = (1000, false)
    var rest = Array(CommandLine.arguments.dropFirst())
    while !rest.isEmpty {
      switch rest.removeFirst() {
      case "--wait": waits = true
      case "--rounds":
        guard let number = rest.first.flatMap({ Int32($0) }), number > 0 else { fallthrough }
        rounds = Int(number)
        rest.removeFirst()
      default:
        FileHandle.standardError.write(Data("usage: PriceTicker [--rounds N] [--wait]\n".utf8))
        exit(64)
      }
    }
    return (rounds, waits)
  }
}
