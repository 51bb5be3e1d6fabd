import Switchboard

extension MarbleInputs {
  @MarbleTable var make: [MarbleDiagram] {
    MarbleDiagram("just", [:], [0: 1, 0: .completed]) {
      Signal.just(1)
    }
    MarbleDiagram("empty", [:], [0: .completed]) {
      Signal<Int, Never>.empty()
    }
    MarbleDiagram("fail", [:], [0: .error("broken")]) {
      Signal<Int, Fault>.fail(.broken)
    }
    MarbleDiagram("never", [:], [:]) {
      Signal<Int, Never>.never()
    }
    MarbleDiagram("Signal { }", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      Signal<Int, Never> { observer, bag in bag.add(numbers.subscribe(observer)) }
    }
    MarbleDiagram(
      "Signal { }, with a result", [.produce: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]
    ) {
      Signal<Int, Never> { observer in produce(observer) }
    }
    MarbleDiagram("Signal(sequence)", [:], [0: 1, 0: 2, 0: 3, 0: .completed]) {
      Signal(1...3)
    }
    MarbleDiagram("Signal(catching:)", [:], [0: 1, 0: .completed]) {
      Signal<Int, any Error>(catching: { try parse("1") })
    }
    MarbleDiagram("deferred", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      Signal<Int, Never>.deferred { numbers }
    }
    MarbleDiagram("using", [.numbers: [5: 1, 15: 2, 25: .completed]], [5: 1, 15: 2, 25: .completed]) {
      Signal.using({ ActionDisposable {} }, { _ in numbers })
    }
    MarbleDiagram(
      "startEagerly", [.produce: [5: 1, 12: 2, 25: 3, 33: .completed]],
      subscribers: [18: [18: 1, 18: 2, 25: 3, 33: .completed]]
    ) {
      Signal<Int, Never>.startEagerly { produce($0) }
    }
    MarbleDiagram(
      "startLazily", [.produce: [5: 1, 12: 2, 25: .completed]],
      subscribers: [7: [12: 1, 19: 2, 32: .completed], 24: [24: 1, 24: 2, 32: .completed]],
      subscribed: [.produce: [7...32]]
    ) {
      Signal<Int, Never>.startLazily { produce($0) }
    }
  }
}
