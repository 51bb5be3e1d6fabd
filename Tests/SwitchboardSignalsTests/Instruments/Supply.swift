import Switchboard
import Testing

/// The ways in which a list of events can reach an operator.
enum Supply: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// A subject sends the events one by one, after the subscription.
  case subject
  /// A producer sends all events inside `subscribe`.
  case producer
  /// A replay subject already has all events.
  case replay
  /// Signals send the events in virtual time, one each millisecond; see ``Stages``.
  case virtualTime

  var testDescription: String { rawValue }

  /// Calls `subscribe` with a signal that sends `input`.
  func play(_ input: [Event<Int>], to subscribe: (Signal<Int, Fault>) -> Void) {
    switch self {
    case .subject, .virtualTime:
      let subject = PublishSubject<Int, Fault>()
      subscribe(subject.signal)
      for event in input { subject.send(event) }
    case .producer:
      subscribe(.sending(input))
    case .replay:
      let subject = ReplaySubject<Int, Fault>()
      for event in input { subject.send(event) }
      subscribe(subject.signal)
    }
  }

  /// Returns what comes out of `apply` for `input`.
  func output<Output: Sendable>(
    of input: [Event<Int>], _ apply: (Signal<Int, Fault>) -> Signal<Output, Fault>
  ) -> [Event<Output>] {
    let recorder = Recorder<Output, Fault>()
    play(input) { recorder.subscribe(to: apply($0)) }
    return recorder.events
  }
}

extension Signal where Value == Int, Failure == Fault {
  /// Returns a signal that sends all `events` inside `subscribe`, also after the observer is disposed. With
  /// `keepsObserver`, a subscription without a terminal event lasts until it is disposed.
  static func sending(_ events: [Event<Int>], keepsObserver: Bool = false) -> Signal {
    Signal { observer in
      for event in events { observer.send(event) }
      return keepsObserver ? ActionDisposable { withExtendedLifetime(observer) {} } : nil
    }
  }

  /// A signal that sends 1, 2, 3 … inside `subscribe` until the observer is disposed.
  static var endlessProducer: Signal {
    Signal { observer in
      var value = 0
      while !observer.isDisposed {
        value += 1
        observer.send(value)
      }
      return nil
    }
  }

  /// A signal of 1, 2, 3 … as the elements of a sequence.
  static var endlessSequence: Signal { Signal(1...Int.max) }
}

/// One line of an operator's table: the input and the expected output.
struct Row<Output: Sendable & Equatable>: Sendable, CustomTestStringConvertible {
  let title: String
  let input: [Event<Int>]
  let output: [Event<Output>]
  let apply: @Sendable (Signal<Int, Fault>) -> Signal<Output, Fault>

  init(
    _ title: String, _ input: [Event<Int>], _ output: [Event<Output>],
    _ apply: @escaping @Sendable (Signal<Int, Fault>) -> Signal<Output, Fault>
  ) {
    self.title = title
    self.input = input
    self.output = output
    self.apply = apply
  }

  var testDescription: String { title }

  func check(_ supply: Supply, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(supply.output(of: input, apply) == output, sourceLocation: sourceLocation)
    if supply == .virtualTime {
      Stages(steps: input.map { (0, $0) }, apply: { apply($0[0]) }).check(sourceLocation: sourceLocation)
    }
  }
}
