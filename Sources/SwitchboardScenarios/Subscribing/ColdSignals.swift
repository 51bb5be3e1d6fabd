internal import Switchboard
internal import SwitchboardLeaks

extension Scenario {
  static let coldSignals = clean(
    "cold-signals", "Signals that end by themselves, or that can never send, hold nothing afterwards."
  ) {
    { scope in
      let player = scope.track(Player())
      let end: @Sendable () -> Void = { player.advance() }
      Signal<Int, Never>.just(1).subscribe(onNext: { _ in player.advance() }, onCompleted: end)
      Signal<Int, Never>.empty().subscribe(onNext: { _ in player.advance() }, onCompleted: end)
      Signal<Int, Refusal>.fail(Refusal()).subscribe(onNext: { _ in player.advance() }, onError: { _ in end() })
      Signal<Int, Never>.never().subscribe(onNext: { _ in player.advance() }, onCompleted: end)
      Signal<Int, Never>.deferred { Signal.just(1) }.subscribe(onNext: { _ in player.advance() }, onCompleted: end)
      Signal<Int, Never>(1...3).subscribe(onNext: { _ in player.advance() }, onCompleted: end)
      Signal<Int, Refusal>(catching: { () throws(Refusal) in throw Refusal() })
        .subscribe(onNext: { _ in player.advance() }, onError: { _ in end() })
      // Nothing keeps the observer, so nothing can be sent.
      Signal<Int, Never> { _ in nil }.subscribe { _ in player.advance() }
      // This signal is endless, and the bag stops it.
      let bag = CompositeDisposable()
      Signal<Int, Never>(1...).subscribe(into: bag) { if $0 == 3 { bag.dispose() } }
    }
  }
}
