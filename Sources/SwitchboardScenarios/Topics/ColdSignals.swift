internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let starting = pair(
    "starting", "Work that starts once for all subscribers: it ends, or it never ends.",
    clean: {
      { scope in
        let player = scope.track(Player())
        let eager = Signal<Int, Never>.startEagerly { observer in
          observer.send(1)
          observer.sendCompleted()
          return nil
        }
        eager.subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
        let lazy = Signal<Int, Never>.startLazily { observer in
          observer.send(1)
          observer.sendCompleted()
          return nil
        }
        lazy.subscribe(onNext: { _ in player.advance() }, onCompleted: { player.advance() })
      }
    },
    leaking: {
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // The subscription to the ticks holds the signal's subject, whose subscription holds the player.
        leaksBelow(.retained, .closures)
        let eager = Signal<Int, Never>.startEagerly { observer in ticks.subscribe(observer) }
        leaksBelow(.retained, .closures)
        eager.subscribe { _ in player.advance() }

        let sign = scope.track(Sign())
        leaksBelow(.retained, .closures)
        let lazy = Signal<Int, Never>.startLazily { observer in ticks.subscribe(observer) }
        leaksBelow(.retained, .closures)
        lazy.subscribe { _ in sign.show() }
      }
    })
}
