import Foundation
import Switchboard
import SwitchboardLeaks

/// A leak from the symptom to the fix: what a census shows, what the leak detector says, and what it says afterwards.
@main
struct LeakHunt {
  static func main() {
    let clock = PublishSubject<Int, Never>(name: "clock")

    for _ in 0..<3 { _ = LeakingPlayer(clock) }
    print("the symptom: 3 players are gone, and the clock still has \(clock.census.count) subscribers")

    do {
      print("\nthe search:")
      print(
        try LeakDetector.check("before") { scope in
          let player = scope.track(LeakingPlayer(clock))
          clock.send(1)
          withExtendedLifetime(player) {}
        })

      print("\nthe fix, `subscribe(owner: self)`:")
      print(
        try LeakDetector.check("after") { scope in
          let player = scope.track(Player(clock))
          clock.send(1)
          withExtendedLifetime(player) {}
        })
    } catch {
      print(error)
      print("run: swift run --package-path Examples --traits Tracing LeakHunt")
      exit(1)
    }
  }
}
