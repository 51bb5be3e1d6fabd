import Switchboard
import SwitchboardBroadcast
import SwitchboardVirtualTime

/// How the sources of an entry send their events.
package enum MarbleSupply: String, CaseIterable, Sendable {
  /// As the diagram says.
  case asDrawn
  /// Each source sends to each subscription anew, in virtual time.
  case cold
  /// Each source sends all its events inside `subscribe`.
  case atOnce
  /// Each source is a subject that the program keeps, and that sends nothing.
  case quiet
  /// Each source is `.never()`.
  case never
  /// Each source is a producer that releases its observer, and returns nothing.
  case dropped
  /// Each source is a producer that releases its observer, and whose disposable the program keeps.
  case disposableOnly
  /// Each source is a subject that is deallocated as soon as it is subscribed to.
  case gone
}

/// Plays the sources of one entry on a virtual clock, and notes what the code does with them.
final class MarblePlayer: Sendable {
  private struct State {
    var supply = MarbleSupply.asDrawn
    var moments: [MarbleInput: [Moment]] = [:]
    var subjects: [MarbleInput: PublishSubject<Mark, Never>] = [:]
    var subscriptions: [MarbleInput: MarbleDiagram.Subscriptions] = [:]
    var log: [Moment] = []
    var disposables: [ActionDisposable] = []
  }

  let scheduler = TestScheduler()
  private let state = Lock(State())

  func now() -> MarbleTime {
    let time = scheduler.now / .milliseconds(100)
    precondition(time == time.rounded(), "the times of a diagram are whole tenths of a second, not \(time)")
    return MarbleTime(time)
  }

  func advance(to time: MarbleTime) { scheduler.advance(to: .milliseconds(100 * time)) }

  /// The calls of `log` so far.
  var log: [Moment] { state.withLock { $0.log } }

  func log(_ text: String) {
    let moment = Moment(now(), .value(text))
    state.withLock { $0.log.append(moment) }
  }

  /// The subscriptions to each source so far. The end of those that go on is ``MarbleTime/open``.
  var subscriptions: [MarbleInput: MarbleDiagram.Subscriptions] { state.withLock { $0.subscriptions } }

  /// Begins to play `sources`.
  func play(_ sources: [MarbleDiagram.Source], _ supply: MarbleSupply) {
    for source in sources {
      let subject = PublishSubject<Mark, Never>()
      state.withLock {
        $0.supply = supply
        $0.moments[source.input] = source.moments
        $0.subjects[source.input] = subject
      }
      guard supply == .asDrawn, !source.input.isCold else { continue }
      for moment in source.moments {
        scheduler.schedule(after: .milliseconds(100 * moment.time)) { Self.send(moment, to: subject) }
      }
    }
  }

  /// Returns the signal of a source. What the signal sends is decided when something subscribes.
  func signal<Value: LosslessStringConvertible & Sendable, Failure: Error>(
    _ input: MarbleInput
  ) -> Signal<Value, Failure> {
    // Weak, because a subscription may be the last thing that the scheduler of a player releases.
    Signal<Mark, Never>.deferred { [weak self] in self?.marks(input) ?? .never() }
      .map { Self.event($0) }.dematerialize()
      .do(onSubscribe: { [weak self] in self?.begin(input) }, onDispose: { [weak self] in self?.end(input) })
  }

  private func marks(_ input: MarbleInput) -> Signal<Mark, Never> {
    let (supply, moments, subject) = state.withLock { ($0.supply, $0.moments[input], $0.subjects[input]) }
    guard let moments, let subject else { preconditionFailure("the entry does not say what \(input.name) sends") }
    switch supply {
    case .asDrawn where !input.isCold: return subject.signal
    case .asDrawn, .cold:
      return Signal { [begin = now(), scheduler = scheduler.worker] observer in
        CompositeDisposable(
          moments.map { moment in
            scheduler.schedule(after: .milliseconds(100 * moment.time)) {
              Self.send(Moment(begin + moment.time, moment.mark), to: observer)
            }
          })
      }
    case .atOnce: return Signal<Mark, Never>(moments.map(\.mark)).concat(.never())
    case .quiet: return subject.signal
    case .never: return .never()
    case .dropped: return Signal { _ in nil }
    case .disposableOnly:
      return Signal { [weak self] _ in
        let disposable = ActionDisposable {}
        self?.state.withLock { $0.disposables.append(disposable) }
        return disposable
      }
    case .gone: return Signal.deferred { PublishSubject<Mark, Never>() }
    }
  }

  /// Sends an event of a source. A trace shows a scope around the send, whose name is the time.
  private static func send(_ moment: Moment, to source: some ObserverProtocol<Mark, Never>) {
    #if Tracing
      withTraceScope("\(moment.time)") { source.send(moment.mark, fileID: #fileID, line: #line) }
    #else
      source.send(moment.mark, fileID: #fileID, line: #line)
    #endif
  }

  private static func event<Value: LosslessStringConvertible, Failure: Error>(
    _ mark: Mark
  ) -> SignalEvent<Value, Failure> {
    switch mark {
    case .completed: return .completed
    case .value(let text):
      guard let value = Value(text) else { preconditionFailure("\(text) is no \(Value.self)") }
      return .value(value)
    case .error(let name):
      guard let error = MarbleInputs.Fault(rawValue: name) as? Failure else {
        preconditionFailure("\(name) is no \(Failure.self)")
      }
      return .error(error)
    }
  }

  private func begin(_ input: MarbleInput) {
    let time = now()
    state.withLock { $0.subscriptions[input, default: []].append(time...(.open)) }
  }

  private func end(_ input: MarbleInput) {
    let time = now()
    state.withLock { state in
      let subscriptions = state.subscriptions[input] ?? []
      guard let index = subscriptions.firstIndex(where: { $0.upperBound == .open }) else { return }
      state.subscriptions[input]?[index] = subscriptions[index].lowerBound...time
    }
  }
}
