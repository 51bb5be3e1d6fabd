import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R9 Multicast: a finished round keeps nothing")
struct FinishedRoundTests {
  private typealias Picture = Population.Member

  private let source = PublishSubject<Picture?, Fault>()
  private let population = Population()

  enum Form: CaseIterable { case share, shareAll, replaySubject, behaviorSubject, afterTwo }

  private func connection(_ form: Form) -> MulticastConnection<Picture?, Fault> {
    switch form {
    case .share: source.multicast { ReplaySubject(capacity: 1) }
    case .shareAll, .replaySubject, .afterTwo: source.multicast { ReplaySubject() }
    case .behaviorSubject: source.multicast { BehaviorSubject(nil) }
    }
  }

  private func shared(_ form: Form) -> Signal<Picture?, Fault> {
    switch form {
    case .share: source.share(replay: 1)
    case .shareAll: source.share(replay: .max)
    case .replaySubject, .behaviorSubject: connection(form).autoconnect()
    case .afterTwo: connection(form).autoconnect(after: 2)
    }
  }

  /// Expects that two new subscribers of `shared` get no old picture, and get the next one.
  private func expectNewRound(_ shared: Signal<Picture?, Fault>, sourceLocation: SourceLocation = #_sourceLocation) {
    let (pictures, bag) = (Counter(), CompositeDisposable())
    for _ in 0..<2 { shared.subscribe(into: bag, onNext: { if $0 != nil { pictures.increment() } }) }
    #expect(pictures.value == 0, sourceLocation: sourceLocation)
    source.send(population.member())
    #expect(pictures.value == 2, sourceLocation: sourceLocation)
    bag.dispose()
    #expect(population.count == 0, sourceLocation: sourceLocation)
    #expect(source.census.count == 0, sourceLocation: sourceLocation)
  }

  @Test("what the round replays is released when the last subscriber leaves", arguments: Form.allCases)
  func lastLeaves(form: Form) {
    let shared = shared(form)
    let (first, second) = (shared.subscribe(), shared.subscribe())
    source.send(population.member())
    first.dispose()
    #expect(population.count == 1)
    second.dispose()
    #expect(population.count == 0)
    expectNewRound(shared)
  }

  @Test("the last subscriber leaves inside a handler", arguments: Form.allCases)
  func insideHandler(form: Form) {
    let (shared, bag) = (shared(form), CompositeDisposable())
    for _ in 0..<2 { shared.subscribe(into: bag, onNext: { if $0 != nil { bag.dispose() } }) }
    source.send(population.member())
    #expect(population.count == 0)
    expectNewRound(shared)
  }

  @Test("the last subscriber leaves after a disconnection", arguments: Form.allCases)
  func disconnected(form: Form) {
    let connection = connection(form)
    let shared = connection.autoconnect()
    let subscription = shared.subscribe()
    source.send(population.member())
    connection.disconnect()
    #expect(population.count == 1)
    subscription.dispose()
    #expect(population.count == 0)
    expectNewRound(shared)
  }

  @Test("a subscriber of the connection itself stays for the next connection, after a disconnection")
  func other() {
    let connection = source.multicast { ReplaySubject() }
    let (other, shared) = (connection.subscribe(), connection.autoconnect().subscribe())
    connection.disconnect()
    shared.dispose()
    #expect(!other.isDisposed)
    connection.connect()
    source.send(population.member())
    #expect(population.count == 1)
    connection.disconnect()
    other.dispose()
  }

  @Test("a call asked for the connection: the round stays until the disconnection and the last subscriber's disposal")
  func asked() {
    let connection = source.multicast { ReplaySubject() }
    let shared = connection.autoconnect()
    connection.connect()
    source.send(population.member())
    shared.subscribe().dispose()
    #expect(population.count == 1)
    connection.disconnect()
    #expect(population.count == 1, "a connection that was asked for keeps its subject, as its subscribers stay")
    shared.subscribe().dispose()
    #expect(population.count == 0)
    expectNewRound(shared)
  }

  @Test("a reconnection ends the round", arguments: Form.allCases)
  func reconnected(form: Form) {
    let connection = connection(form)
    let shared = connection.autoconnect()
    let subscription = shared.subscribe()
    source.send(population.member())
    connection.reconnect()
    #expect(population.count == 0)
    connection.disconnect()
    subscription.dispose()
    shared.subscribe().dispose()
    expectNewRound(shared)
  }

  @Test("a source that dies without an event")
  func died() {
    let observer = Guarded<Observer<Picture?, Fault>?>(nil)
    let shared = Signal<Picture?, Fault> { new in
      observer.set(new)
      return nil
    }.share(replay: 1)
    let subscription = shared.subscribe()
    observer.current?.send(population.member())
    #expect(population.count == 1)
    observer.set(nil)
    #expect(subscription.isDisposed)
    #expect(population.count == 0)
  }

  @Test("a source that ends by an event: what it sent last stays for late subscribers")
  func ended() {
    let (shared, pictures) = (source.share(replay: 1), Counter())
    let subscription = shared.subscribe()
    source.send(population.member())
    source.sendCompleted()
    subscription.dispose()
    shared.subscribe { _ in pictures.increment() }
    #expect(population.count == 1)
    #expect(pictures.value == 1)
  }

  @Test("withUnretained: the object is released with the last subscriber")
  func unretained() {
    var object: Picture? = population.member()
    let shared = source.withUnretained(object!).share(replay: 1)
    let subscription = shared.subscribe()
    source.send(nil)
    object = nil
    #expect(population.count == 1)
    subscription.dispose()
    #expect(population.count == 0)
  }

  @Test("R4 what a round kept may subscribe to the next round when it is released")
  func release() throws {
    let (shared, next) = (source.share(replay: 1), Guarded<Subscription?>(nil))
    let isAlive = try watched { [source, population] in
      let subscription = shared.subscribe()
      source.send(population.member(onDeinit: { next.set(shared.subscribe()) }))
      subscription.dispose()
      return next.current?.isDisposed == false
    }
    #expect(isAlive)
    #expect(source.census.count == 1)
    next.current?.dispose()
    #expect(source.census.count == 0)
  }
}
