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
    leaking: { expectLeak in
      let ticks = PublishSubject<Int, Never>(name: "ticks")
      return { scope in
        let player = scope.track(Player())
        // The subscription to the ticks holds the signal's subject, whose subscription holds the player.
        expectLeak(.retained, .closures)
        let eager = Signal<Int, Never>.startEagerly { observer in ticks.subscribe(observer) }
        expectLeak(.retained, .closures)
        eager.subscribe { _ in player.advance() }

        let sign = scope.track(Sign())
        expectLeak(.retained, .closures)
        let lazy = Signal<Int, Never>.startLazily { observer in ticks.subscribe(observer) }
        expectLeak(.retained, .closures)
        lazy.subscribe { _ in sign.show() }
      }
    })
}

/// A source of sound with one listener, like many callback APIs.
private final class Speaker: Sendable {
  private let listener = Slot<Observer<Int, Never>>()

  var samples: Signal<Int, Never> {
    Signal { observer in
      self.listener.value = observer
      return ActionDisposable { self.listener.value = nil }
    }
  }

  func play(_ sample: Int) { listener.value?.send(sample) }
}

extension Scenario {
  static let producer = pair(
    "producer", "A producer's observer, kept until the subscription ends, or for ever.",
    clean: {
      let speaker = Speaker()
      return { scope in
        let player = scope.track(Player())
        let subscription = speaker.samples.subscribe { _ in player.advance() }
        speaker.play(1)
        subscription.dispose()
      }
    },
    leaking: { expectLeak in
      let observers = ObjectStore<Observer<Int, Never>>()
      let samples = Signal<Int, Never> { observer in
        observers.put(observer)
        return nil
      }
      return { scope in
        let player = scope.track(Player())
        expectLeak(.retained)
        samples.subscribe { _ in player.advance() }
      }
    })
}
