internal import Dispatch
internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let otherThread = pair(
    "other-thread", "Subscriptions that the code under check makes on the thread of a queue.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      let queue = DispatchQueue(label: "subscribers")
      return { scope in
        queue.sync {
          scope.perform {
            let player = scope.track(Player())
            ticks.subscribe(owner: player) { player, _ in player.advance() }
            ticks.map { $0 + 1 }.subscribe(owner: player) { player, _ in player.advance() }
            ticks.send(1)
          }
        }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
          scope.perform {
            expectLeak(.retained)
            ticks.subscribe { _ in player.advance() }
          }
        }
        group.wait()
      }
    })

  static let manyThreads = pair(
    "many-threads",
    "Threads that subscribe, send and dispose at the same time; each forgets to dispose one subscription.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          scope.perform {
            let player = scope.track(Player())
            for value in 0..<20 {
              let subscription = ticks.map { $0 + 1 }.subscribe { _ in player.advance() }
              ticks.subscribe(owner: player) { player, _ in player.advance() }
              ticks.send(value)
              subscription.dispose()
            }
          }
        }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
          scope.perform {
            let player = scope.track(Player())
            expectLeak(.orphan, each: 4)
            ticks.subscribe { [weak player] _ in player?.advance() }
            ticks.send(1)
          }
        }
      }
    })

  static let tasks = asyncPair(
    "tasks", "Subscriptions made in tasks that the code under check starts.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        await withTaskGroup(of: Void.self) { group in
          for value in 0..<4 {
            group.addTask {
              let player = scope.track(Player())
              ticks.subscribe(owner: player) { player, _ in player.advance() }
              await Task.yield()
              ticks.send(value)
            }
          }
        }
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        await Task {
          expectLeak(.retained)
          ticks.subscribe { _ in player.advance() }
        }.value
        async let other: Void = {
          expectLeak(.retained)
          ticks.filter { $0 > 0 }.subscribe { _ in player.advance() }
        }()
        await other
        ticks.send(1)
      }
    })

  static let onMainActor = asyncPair(
    "main-actor", "Handlers on the main actor, with events still on their way when the code under check ends.",
    clean: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { @MainActor scope in
        let view = scope.track(View())
        let bag = CompositeDisposable()
        bag.add(ticks.subscribe(on: MainActor.self) { [weak view] _ in view?.show() })
        // Sent from outside of the main actor, so that the events must hop.
        await Task.detached { for value in 0..<3 { ticks.send(value) } }.value
        bag.dispose()
        // When the body returns, the last event is still on its way and holds the view.
        let brief = PublishSubject<Int, Never>()
        brief.subscribe(on: MainActor.self, onNext: { _ in view.show() }, onCompleted: { view.show() })
        await Task.detached {
          brief.send(1)
          brief.sendCompleted()
        }.value
      }
    },
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { @MainActor scope in
        let view = scope.track(View())
        expectLeak(.retained)
        ticks.subscribe(on: MainActor.self) { _ in view.show() }
        await Task.detached { ticks.send(1) }.value
        expectLeak(.orphan)
        ticks.subscribe(on: MainActor.self) { [weak view] _ in view?.show() }
      }
    })
}
