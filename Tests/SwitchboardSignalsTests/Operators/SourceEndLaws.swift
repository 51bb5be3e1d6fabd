import Switchboard
import SwitchboardOperatorTables
import SwitchboardTestSupport
import Testing

/// What the end of a source without an event means, for every operator of the tables.
@Suite("R5 Operators: sources that end without an event, and sources that never end")
struct SourceEndLaws {
  typealias Entry = MarbleTests.Entry

  private func run(_ entry: Entry, _ supply: MarbleSupply) -> MarbleRun { MarbleRun(entry.number, supply: supply) }

  @Test("never() is a subject that the program keeps and that sends nothing", arguments: Entry.all)
  func never(entry: Entry) {
    let (never, quiet) = (run(entry, .never), run(entry, .quiet))
    #expect(never.subscribers == quiet.subscribers)
    #expect(never.hasEnded == quiet.hasEnded)
    #expect(never.subscriptions == quiet.subscriptions)
    #expect(never.log == quiet.log)
    #expect(entry.goesOn || never.leftover == [])
  }

  @Test("a producer that keeps only its disposable is a producer that keeps nothing", arguments: Entry.all)
  func disposableOnly(entry: Entry) {
    let (kept, dropped) = (run(entry, .disposableOnly), run(entry, .dropped))
    #expect(kept.subscribers == dropped.subscribers)
    #expect(kept.hasEnded == dropped.hasEnded)
    #expect(kept.leftover == [] && dropped.leftover == [])
  }

  @Test("when every source is lost, no subscription stays", arguments: Entry.all, [MarbleSupply.dropped, .gone])
  func lost(entry: Entry, supply: MarbleSupply) {
    let run = run(entry, supply)
    // A kept subject or a timer can still send. A timer beside a subject ends with the subject.
    let goesOn =
      switch entry.diagram.name {
      case "multicast", "replay", "replayLast", "startEagerly", "startLazily", "Signal.interval", "never": true
      case "sample(every:)": supply == .dropped
      default: false
      }
    #expect(run.hasEnded.allSatisfy { $0 != goesOn })
    #expect(run.leftover == [])
  }

  /// What can go on without a word of its source.
  enum Form: String, CaseIterable, Sendable {
    case plain, merged, shared, replayed, connection, connected, connectedAndDropped, execution, fed, nested, waiting
  }

  /// Subscribes to a form of `.never()`. Returns the subscription, and what else a program keeps.
  private func subscribe(
    _ form: Form, _ above: Population.Member, _ receive: @escaping @Sendable (Int) -> Void
  ) -> (subscription: any Disposable, kept: Any?) {
    let never = Signal<Int, Fault>.never().do(onDispose: { withExtendedLifetime(above) {} })
    switch form {
    case .plain: return (never.subscribe(onNext: receive), nil)
    case .merged: return (never.merge(with: .empty()).delay(.zero, on: .immediate).subscribe(onNext: receive), nil)
    case .shared: return (never.share().subscribe(onNext: receive), nil)
    case .replayed: return (never.map { $0 }.merge(with: .empty()).share(replay: 1).subscribe(onNext: receive), nil)
    case .connection: return (never.do(onNext: receive).publish().connect(), nil)
    case .connected:
      let connection = never.publish()
      let subscription = connection.subscribe(onNext: receive)
      connection.connect()
      return (subscription, connection)
    case .connectedAndDropped:
      let connection = never.publish()
      let subscription = connection.subscribe(onNext: receive)
      return (subscription, connection.connect())
    case .execution:
      let command = Command<Int, Int, Fault> { _ in never.do(onNext: receive) }
      return (command.execute(1), command)
    case .nested:
      let sources = (0..<3).map { _ in PublishSubject<Int, Fault>() }
      let signal = sources.reduce(never) { inner, source in source.flatMap { _ in inner } }
      let subscription = signal.subscribe(onNext: receive)
      for source in sources.reversed() { source.send(0) }
      for number in [1, 0, 2] { sources[number].sendCompleted() }
      return (subscription, nil)
    case .waiting: return (Signal<Int, Fault>([1, 2]).concatMap { _ in never }.subscribe(onNext: receive), nil)
    case .fed:
      return (Signal<Int, Fault> { observer in never.subscribe(observer) }.subscribe(onNext: receive), nil)
    }
  }

  @Test("a subscription to never() lasts while a handle keeps it, and no longer", arguments: Form.allCases)
  func handles(form: Form) {
    let population = Population()
    let subscribe = {
      let member = population.member()
      return self.subscribe(form, population.member()) { _ in withExtendedLifetime(member) {} }
    }
    var kept: (subscription: any Disposable, kept: Any?)? = subscribe()
    #expect(kept?.subscription.isDisposed == false)
    kept = nil
    #expect(population.count == 0)
    kept = subscribe()
    kept?.subscription.dispose()
    #expect(kept?.subscription.isDisposed == true)
    kept = nil
    #expect(population.count == 0)
  }

  @Test("a command executes never() until the execution is cancelled or dropped")
  func command() {
    let command = Command<Int, Int, Fault>(allowsConcurrentExecution: true) { _ in .never() }
    let first = command.execute(1)
    var second: Execution<Int, Fault>? = command.execute(2)
    #expect(command.executing.value)
    first.dispose()
    #expect(command.executing.value)
    #expect(second?.isDisposed == false)
    second = nil
    #expect(!command.executing.value)
  }

  @Test(
    "flatMap(.merge(1)) and concatMap start nothing beside never()", arguments: [FlattenStrategy.merge(1), .concat])
  func inTurn(strategy: FlattenStrategy) {
    let starts = Counter()
    let recorder = Recorder(
      Signal<Int, Fault>([1, 2]).flatMap(strategy) { _ in
        Signal<Int, Fault>.never().merge(with: .empty()).do(onSubscribe: { starts.increment() })
      })
    #expect(starts.value == 1)
    #expect(!recorder.isDisposed)
  }

  @Test("R11 a producer's bag in a circle, and of any depth, does not keep the subscription", arguments: [false, true])
  func circles(isCircle: Bool) {
    let (bag, held) = (CompositeDisposable(), Guarded<Observer<Int, Fault>?>(nil))
    var returned = bag
    if !isCircle { for _ in 0..<10_000 { returned = CompositeDisposable([returned]) } }
    let signal = Signal<Int, Fault> { [returned] observer in
      held.set(observer)
      return returned
    }
    let recorder = Recorder<Int, Fault>()
    recorder.subscribe(to: signal)
    if isCircle {
      bag.add(recorder.bag)
      recorder.bag.add(bag)
    }
    held.set(nil)
    #expect(recorder.isDisposed)
  }

  @Test("the end of its subject ends a connection, also if a source of it is silent")
  func subjectEnds() {
    let (subject, ticks) = (PublishSubject<Int, Fault>(), PublishSubject<Int, Fault>())
    let connection = ticks.merge(with: .never()).multicast(subject).connect()
    subject.sendCompleted()
    #expect(connection.isDisposed)
    #expect(ticks.census.count == 0)
  }
}
