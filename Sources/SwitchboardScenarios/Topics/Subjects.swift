internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let endings = clean(
    "endings", "Subjects that complete, fail or are deallocated, with subscribers of every kind that hold their owner."
  ) {
    { scope in
      for ending in 0..<3 {
        let player = scope.track(Player())
        let hot = PublishSubject<Int, Refusal>()
        let log = ReplaySubject<Int, Refusal>()
        let volume = BehaviorSubject<Int, Refusal>(0)
        let bag = CompositeDisposable()
        for signal in [hot.signal, log.signal, volume.signal] {
          signal.subscribe { _ in player.advance() }
          signal.subscribe(into: bag) { _ in player.advance() }
          signal.subscribe(Observer(onNext: { _ in player.advance() }))
          signal.subscribe(owner: player) { _, _ in player.advance() }
        }
        hot.subscribe { _ in player.advance() }
        hot.subscribe(onNext: { _ in }, onError: { _ in player.advance() }, onCompleted: { player.advance() })
        hot.subscribe(into: bag) { _ in player.advance() }
        hot.subscribe(owner: player) { _, _ in player.advance() }
        for subject in [hot, log, volume] as [any ObserverProtocol<Int, Refusal>] {
          subject.send(.value(1))
          if ending == 0 { subject.send(.completed) }
          if ending == 1 { subject.send(.error(Refusal())) }
        }
        // Subscriptions without a terminal event end here, when their subjects are deallocated.
      }
    }
  }
}
