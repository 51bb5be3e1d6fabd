import Switchboard
import SwitchboardLeaks
import SwitchboardTestSupport
import Testing

private final class Player: LifetimeOwner, Sendable {
  let lifetime = Lifetime()
  func advance() {}
}

@Suite("A leak check")
struct LeakDetectorTests {
  @Test("finds nothing where all is disposed")
  func clean() throws {
    let clock = PublishSubject<Int, Never>(name: "clock")
    let report = try LeakDetector.check("clean") { scope in
      let player = scope.track(Player())
      clock.subscribe(owner: player) { player, _ in player.advance() }
      clock.send(1)
    }
    #expect(report.isClean, "\(report)")
  }

  @Test("names the closure that holds its owner")
  func retained() throws {
    let clock = PublishSubject<Int, Never>(name: "clock")
    let report = try LeakDetector.check("strong self") { scope in
      let player = scope.track(Player())
      clock.subscribe { _ in player.advance() }
      clock.map { $0 + 1 }.subscribe { [weak player] _ in player?.advance() }
      clock.filter { $0 > 1 }.subscribe { _ in player.advance() }
    }
    print(report)
    #expect(report.findings.count == 3)
  }
}
