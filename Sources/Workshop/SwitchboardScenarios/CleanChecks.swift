internal import Foundation
internal import Switchboard
internal import SwitchboardBroadcast
public import SwitchboardLeaks
internal import Synchronization

/// Leak checks of code that leaks nothing, while other threads deliver to the owners and deallocate them. Every finding
/// is false.
public final class CleanChecks {
  private struct Goal: Event {}

  /// What the threads share.
  private final class World: Sendable {
    let clock = PublishSubject<Int, Never>(name: "clock")
    let board = BlackBoard(name: "board")
    let bus = EventBus(name: "bus")
    /// The owners whose last reference goes on another thread.
    let handedOver = Lock<[Player]>([])
    let isOver = Atomic<Bool>(false)
  }

  private let world = World()
  private let threads = DispatchGroup()

  /// Starts the threads.
  public init() {
    let world = world
    deliver { world.clock.send(1) }
    deliver { world.board.set(1, for: .pulse) }
    deliver { world.bus.dispatch(Goal()) }
    deliver { world.handedOver.exchange([]) }
  }

  private func deliver(_ body: @escaping @Sendable () -> Void) {
    let (world, threads) = (world, threads)
    threads.enter()
    Thread.detachNewThread {
      while !world.isOver.load(ordering: .relaxed) {
        body()
        sched_yield()
      }
      threads.leave()
    }
  }

  deinit {
    world.isOver.store(true, ordering: .relaxed)
    threads.wait()
  }

  /// Makes one check. The number of subscriptions of an owner depends on `number`.
  ///
  /// - Throws: `LeakDetectorError.needsTracing` without the trait `Tracing`.
  public func check(_ number: Int) throws -> LeakReport {
    let world = world
    return try LeakDetector.check("clean check \(number)", cycles: 2) { scope in
      let (player, sign) = (scope.track(Player()), scope.track(Sign()))
      for _ in 0...number % 32 {
        world.clock.subscribe(owner: player) { player, _ in player.advance() }
        world.clock.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
      }
      world.clock.filter { $0 > 0 }.subscribe(owner: sign) { sign, _ in sign.show() }
      world.board.subscribe(.pulse, owner: sign) { sign, _ in sign.show() }
      world.board.subscribe(.never, owner: sign) { sign, _ in sign.show() }
      world.bus.subscribe(Goal.self, owner: sign) { sign, _ in sign.show() }
      WhiteBoard.shared.subscribe(.never, owner: sign) { sign, _ in sign.show() }
      if number.isMultiple(of: 2) { world.handedOver.withLock { $0.append(player) } }
    }
  }
}

extension BoardKey where Value == Int {
  fileprivate static let pulse = BoardKey("pulse")
  /// A key that is never set, so that only a sweep ends its subscriptions.
  fileprivate static let never = BoardKey("never")
}
