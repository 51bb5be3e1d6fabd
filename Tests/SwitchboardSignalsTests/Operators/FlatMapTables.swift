import Switchboard
import SwitchboardTestSupport
import Testing

/// Tables of what each strategy makes of an outer subject that chooses among three inner subjects.
@Suite("flatMap: tables")
struct FlatMapTables {
  enum Step: Sendable {
    /// The outer subject chooses an inner subject.
    case choose(Int)
    case outer(Event<Int>)
    case inner(Int, Event<Int>)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let strategy: FlattenStrategy
    let steps: [Step]
    let output: [Event<Int>]
    /// The number of subscriptions to each inner subject before anything is disposed.
    let subscribed: [Int]

    init(_ title: String, _ strategy: FlattenStrategy, _ steps: [Step], _ output: [Event<Int>], _ subscribed: [Int]) {
      (testDescription, self.strategy, self.steps, self.output) = (title, strategy, steps, output)
      self.subscribed = subscribed
    }
  }

  @Test(
    "strategies",
    arguments: [
      Case(
        "merge: all run", .merge, [.choose(0), .choose(1), .inner(0, 1), .inner(1, 2), .inner(0, 3)], [1, 2, 3],
        [1, 1, 0]),
      Case(
        "merge: completes with the last", .merge,
        [.choose(0), .choose(1), .outer(.completed), .inner(0, .completed), .inner(1, 2), .inner(1, .completed)],
        [2, .completed], [0, 0, 0]),
      Case(
        "merge: the outer is the last", .merge, [.choose(0), .inner(0, 1), .inner(0, .completed), .outer(.completed)],
        [1, .completed], [0, 0, 0]),
      Case(
        "merge: an inner error ends all", .merge, [.choose(0), .choose(1), .inner(1, .error(.second)), .inner(0, 1)],
        [.error(.second)], [0, 0, 0]),
      Case(
        "merge: an outer error ends all", .merge, [.choose(0), .outer(.error(.first)), .inner(0, 1)], [.error(.first)],
        [0, 0, 0]),
      Case("merge: empty", .merge, [.outer(.completed)], [.completed], [0, 0, 0]),
      Case("merge: the same twice", .merge, [.choose(0), .choose(0), .inner(0, 1)], [1, 1], [2, 0, 0]),
      Case(
        "limit 2: the third waits", .merge(2),
        [.choose(0), .choose(1), .choose(2), .inner(2, 9), .inner(0, 1), .inner(0, .completed), .inner(2, 2)], [1, 2],
        [0, 1, 1]),
      Case(
        "limit 1 is concat", .merge(1), [.choose(0), .choose(1), .inner(1, 9), .inner(0, .completed), .inner(1, 1)],
        [1],
        [0, 1, 0]),
      Case(
        "concat: one after the other", .concat,
        [
          .choose(0), .choose(1), .choose(2), .outer(.completed), .inner(0, 1), .inner(0, .completed), .inner(1, 2),
          .inner(1, .completed), .inner(2, 3), .inner(2, .completed),
        ], [1, 2, 3, .completed], [0, 0, 0]),
      Case(
        "concat: an endless signal keeps later signals waiting", .concat,
        [.choose(0), .choose(1), .outer(.completed), .inner(1, 1), .inner(0, 2)], [2], [1, 0, 0]),
      Case(
        "concat: an error drops waiting signals", .concat, [.choose(0), .choose(1), .inner(0, .error(.first))],
        [.error(.first)], [0, 0, 0]),
      Case(
        "concat: an outer error does not wait", .concat,
        [.choose(0), .choose(1), .outer(.error(.first)), .inner(0, 1)],
        [.error(.first)], [0, 0, 0]),
      Case(
        "latest: a new signal ends the previous signal", .latest,
        [.choose(0), .inner(0, 1), .choose(1), .inner(0, 9), .inner(1, 2), .inner(0, .error(.first))], [1, 2],
        [0, 1, 0]),
      Case(
        "latest: completes with the latest", .latest,
        [.choose(0), .choose(1), .outer(.completed), .inner(0, .completed), .inner(1, 1), .inner(1, .completed)],
        [1, .completed], [0, 0, 0]),
      Case(
        "latest: the outer is the last", .latest, [.choose(0), .inner(0, .completed), .outer(.completed)], [.completed],
        [0, 0, 0]),
      Case("latest: the same again", .latest, [.choose(0), .choose(0), .inner(0, 1)], [1], [1, 0, 0]),
      Case(
        "latest: an error", .latest, [.choose(0), .choose(1), .inner(1, .error(.second))], [.error(.second)],
        [0, 0, 0]),
      Case(
        "first: signals that arrive during the first are dropped", .first,
        [.choose(0), .choose(1), .inner(1, 9), .inner(0, 1), .inner(0, .completed), .choose(2), .inner(2, 2)], [1, 2],
        [0, 0, 1]),
      Case(
        "first: completes when both have", .first,
        [.choose(0), .outer(.completed), .inner(0, 1), .inner(0, .completed)],
        [1, .completed], [0, 0, 0]),
      Case(
        "first: an error", .first, [.choose(0), .inner(0, .error(.first)), .choose(1)], [.error(.first)], [0, 0, 0]),
    ])
  func strategies(row: Case) {
    let outer = PublishSubject<Int, Fault>()
    let inners = (0..<3).map { _ in PublishSubject<Int, Fault>() }
    let recorder = Recorder(outer.flatMap(row.strategy) { inners[$0].signal })
    for step in row.steps {
      switch step {
      case .choose(let which): outer.send(which)
      case .outer(let event): outer.send(event)
      case .inner(let which, let event): inners[which].send(event)
      }
    }
    #expect(recorder.events == row.output)
    #expect(inners.map(\.census.count) == row.subscribed)
    recorder.dispose()
    #expect(inners.map(\.census.count) == [0, 0, 0])
    #expect(outer.census.count == 0)
  }

  @Test("synchronous signals, one after the other", arguments: FlattenStrategy.each)
  func synchronous(strategy: FlattenStrategy) {
    let signal = Signal<Int, Fault>(1...3).flatMap(strategy) { Signal<Int, Fault>([$0, 10 * $0]) }
    #expect(Recorder(signal).events == [1, 10, 2, 20, 3, 30, .completed])
  }

  @Test(
    "a hundred thousand waiting signals that complete immediately cause no recursion",
    arguments: [FlattenStrategy.concat, .merge(2)])
  func noRecursion(strategy: FlattenStrategy) throws {
    let count = try watched {
      let gate = PublishSubject<Int, Fault>()
      let heard = Counter()
      let outer = PublishSubject<Int, Fault>()
      outer.flatMap(strategy) { $0 < 2 ? gate.signal : .just($0) }.subscribe { _ in heard.increment() }
      for value in 0..<100_000 { outer.send(value) }
      outer.sendCompleted()
      let before = heard.value
      gate.sendCompleted()
      return heard.value - before
    }
    #expect(count == 99_998)
  }

  @Test("transform runs once for each inner signal, also for those that wait", arguments: FlattenStrategy.each)
  func transforms(strategy: FlattenStrategy) {
    let outer = PublishSubject<Int, Fault>()
    let calls = Counter()
    let recorder = Recorder(
      outer.flatMap(strategy) { _ -> Signal<Int, Fault> in
        calls.increment()
        return .never()
      })
    for value in 1...4 { outer.send(value) }
    #expect(calls.value == (strategy == .first ? 1 : 4))
    recorder.dispose()
  }

  @Test("a send of the outer signal inside a handler is queued, not nested", arguments: FlattenStrategy.each)
  func reentrant(strategy: FlattenStrategy) {
    let outer = PublishSubject<Int, Fault>()
    let journal = Journal()
    let recorder = Recorder<Int, Fault>()
    recorder.subscribe(to: outer.flatMap(strategy) { Signal<Int, Fault>([$0, 10 * $0]) }) { event in
      journal.add("begin")
      if event == 1 { outer.send(2) }
      journal.add("end")
    }
    outer.send(1)
    #expect(recorder.events == [1, 10, 2, 20])
    #expect(journal.entries == Array(repeating: ["begin", "end"], count: 4).flatMap { $0 })
    recorder.dispose()
  }

  @Test("the end releases waiting inner signals", arguments: [FlattenStrategy.concat, .merge(1)])
  func releases(strategy: FlattenStrategy) {
    let population = Population()
    let outer = PublishSubject<Int, Fault>()
    let subscription = outer.flatMap(strategy) { [population] _ in
      let member = population.member()
      return Signal<Int, Fault> { observer in ActionDisposable { withExtendedLifetime((member, observer)) {} } }
    }.subscribe()
    for value in 1...3 { outer.send(value) }
    #expect(population.count == 3)
    subscription.dispose()
    #expect(population.count == 0)
  }

  @Test("an inner signal that is deallocated without a terminal event", arguments: FlattenStrategy.each)
  func innerDies(strategy: FlattenStrategy) {
    let outer = PublishSubject<Int, Fault>()
    let inner = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let recorder = Recorder(outer.flatMap(strategy) { $0 == 0 ? inner.current!.signal : .just($0) })
    outer.send(0)
    inner.current?.send(9)
    inner.set(nil)
    let endsAll = strategy == .concat
    #expect(recorder.isDisposed == (endsAll || strategy == .merge(2)))
    outer.send(1)
    outer.sendCompleted()
    // The subscription ends without a terminal event.
    #expect(recorder.isDisposed)
    #expect(recorder.events == (endsAll || strategy == .merge(2) ? [9] : [9, 1]))
    #expect(outer.census.count == 0)
  }

  @Test("latest: queued values of an older signal are not delivered any more")
  func overtaken() {
    let outer = PublishSubject<Int, Fault>()
    let inners = (0...2).map { _ in PublishSubject<Int, Fault>() }
    let recorder = Recorder<Int, Fault>()
    recorder.subscribe(to: outer.flatMapLatest { inners[$0].signal }) { event in
      guard event == 0 else { return }
      outer.send(1)
      inners[1].send(11)
      outer.send(2)
    }
    outer.send(0)
    inners[0].send(0)
    inners[2].send(22)
    #expect(recorder.events == [0, 22])
    // Disposed, because the handler keeps the subjects.
    recorder.dispose()
  }
}

extension FlattenStrategy {
  fileprivate static let each: [FlattenStrategy] = [.merge, .merge(2), .concat, .latest, .first]
}
