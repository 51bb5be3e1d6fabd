internal import Switchboard
internal import SwitchboardLeaks

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
    leaking: {
      let observers = ObjectStore<Observer<Int, Never>>()
      let samples = Signal<Int, Never> { observer in
        observers.put(observer)
        return nil
      }
      return { scope in
        let player = scope.track(Player())
        leaksBelow(.retained)
        samples.subscribe { _ in player.advance() }
      }
    })
}
