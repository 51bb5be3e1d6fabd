import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("Operators: buffer(until:), window(until:), groupBy(until:) and groupBy(whileObserved:)")
struct UntilTests {
  private let source = PublishSubject<Int, Fault>()
  private let boundary = PublishSubject<Int, Fault>()

  private static let ends = [
    Script("no value, no array", [(1, 0), (0, .completed)], [.completed]),
    Script("closes, and keeps nothing", [(0, 1), (1, 0), (1, 0), (0, .completed)], [.value("1"), .completed]),
    Script("completion closes the last", [(0, 1), (0, 2), (0, .completed)], [.value("1 2"), .completed]),
    Script("an error drops the last", [(0, 1), (0, .error(.first))], [.error(.first)]),
    Script("the boundary completes", [(0, 1), (1, .completed), (0, 2), (0, .completed)], [.value("1 2"), .completed]),
    Script("the boundary fails", [(0, 1), (1, .error(.second)), (0, .completed)], [.value("1"), .completed]),
  ]

  @Test("arrays and windows end with the boundary and with the source", arguments: ends, [true, false])
  func scripts(script: Script, windows: Bool) {
    script.check { sources in
      let arrays =
        windows
        ? sources[0].window(until: sources[1]).flatMap { $0.toArray() } : sources[0].buffer(until: sources[1])
      return arrays.map { $0.map { "\($0)" }.joined(separator: " ") }
    }
  }

  @Test("a handler that sends to the boundary or to the source: queued, and nothing is lost")
  func reentrancy() {
    let (arrays, journal) = (Recorder(source.buffer(until: boundary)), Journal())
    source.window(until: boundary).subscribe { window in
      journal.add("window")
      window.subscribe(
        onNext: {
          journal.add("\($0)")
          if $0 == 1 { boundary.send(0) }
        }, onCompleted: { journal.add("closed") })
    }
    arrays.bag.add(source.subscribe(onNext: { if $0 == 3 { source.send(4) } }).object)
    for value in 1...3 { source.send(value) }
    source.sendCompleted()
    #expect(journal.entries == ["window", "1", "closed", "window", "2", "3", "4", "closed"])
    #expect(arrays.events == [.value([1]), .value([2, 3, 4]), .completed])
  }

  @Test("a source that ends without an event ends the signal and the open window without one")
  func loss() {
    var source: PublishSubject<Int, Fault>? = PublishSubject()
    let inner = Guarded<Recorder<Int, Fault>?>(nil)
    let windows = source?.window(until: boundary).subscribe { inner.set(Recorder($0)) }
    let groups = source?.groupBy({ $0 }, until: { _ in boundary }).subscribe { _ in }
    let observed = Guarded<Recorder<Int, Fault>?>(nil)
    source?.groupBy({ $0 }, whileObserved: true).subscribe { observed.set(Recorder($0)) }
    source?.send(1)
    #expect(boundary.census.count == 2)
    source = nil
    #expect(windows?.isDisposed == true && groups?.isDisposed == true)
    for part in [inner, observed] { #expect(part.current?.events == [1] && part.current?.isDisposed == true) }
    #expect(boundary.census.count == 0)
  }

  @Test("what waits in an array is released by disposal and by an error")
  func release() {
    let (members, population) = (PublishSubject<Population.Member, Fault>(), Population())
    let subscription = members.buffer(until: boundary).subscribe { _ in }
    members.send(population.member())
    #expect(population.count == 1)
    subscription.dispose()
    #expect(population.count == 0 && boundary.census.count == 0)
    members.buffer(until: boundary).subscribe { _ in }
    members.send(population.member())
    members.send(error: .first)
    #expect(population.count == 0 && boundary.census.count == 0)
  }

  private func groups(
    _ journal: Journal, until end: @escaping @Sendable (KeyedSignal<Int, Int, Fault>) -> Signal<Int, Fault>
  ) -> Signal<KeyedSignal<Int, Int, Fault>, Fault> {
    source.groupBy({ $0 % 10 }, until: end).do(onNext: { group in
      // A handler that held the group would hold its subject.
      let key = group.key
      journal.add("\(key) begins")
      group.subscribe(
        onNext: { journal.add("\($0)") }, onError: { _ in journal.add("\(key) fails") },
        onCompleted: { journal.add("\(key) ends") })
    })
  }

  @Test("a group ends with a value or completion of its signal, and begins again with the next value")
  func groupEnds() {
    let journal = Journal()
    let subscription = groups(journal) { group in group.key == 1 ? group.skip(1) : boundary.signal }.subscribe()
    for value in [1, 2, 11, 21] { source.send(value) }
    #expect(journal.entries == ["1 begins", "1", "2 begins", "2", "11", "1 ends", "1 begins", "21"])
    boundary.sendCompleted()
    #expect(journal.entries.last == "2 ends")
    source.send(12)
    #expect(journal.entries.suffix(3) == ["2 begins", "12", "2 ends"])
    subscription.dispose()
    #expect(source.census.count == 0)
  }

  @Test("a signal that sends at once lets the group send its first value; one that fails lets the group last")
  func atOnce() {
    let journal = Journal()
    groups(journal) { $0.key == 1 ? Signal<Int, Fault>([0, 0]) : .fail(.second) }.subscribe()
    for value in [1, 11, 2, 12] { source.send(value) }
    #expect(
      journal.entries == ["1 begins", "1", "1 ends", "1 begins", "11", "1 ends", "2 begins", "2", "12"])
  }

  @Test("the groups that are left end in the order in which they began, with the source's event")
  func order() {
    let journal = Journal()
    groups(journal) { group in group.key == 5 ? group.skip(1) : .never() }.subscribe()
    for value in [9, 5, 3, 7, 15, 1, 25] { source.send(value) }
    source.send(error: .first)
    #expect(journal.entries.suffix(5) == ["9 fails", "3 fails", "7 fails", "1 fails", "5 fails"])
  }

  @Test("a group that has ended is released, with its key, at the next value; its subscribers at once")
  func groupRelease() {
    let (members, keys, ends) = (PublishSubject<Int, Fault>(), Population(), Population())
    members.groupBy({ KeptKey(number: $0, member: keys.member()) }, until: { _ in boundary }).subscribe { group in
      group.subscribe { [member = ends.member()] _ in withExtendedLifetime(member) {} }
    }
    for number in 1...100 { members.send(number) }
    #expect(keys.count == 100 && ends.count == 100 && boundary.census.count == 100)
    boundary.send(0)
    #expect(ends.count == 0 && boundary.census.count == 0)
    members.send(101)
    #expect(keys.count == 1)
  }

  @Test("a group without a subscriber is forgotten, and begins again with the next value")
  func unobserved() {
    let (journal, bags) = (Journal(), Guarded<[CompositeDisposable]>([]))
    let subscription = source.groupBy({ $0 % 10 }, whileObserved: true).subscribe { group in
      let (key, bag) = (group.key, CompositeDisposable())
      journal.add("\(key) begins")
      if key == 0 { return }
      // The first subscriber leaves during the handover, and the group lives on for the others.
      group.subscribe { _ in }.dispose()
      for name in ["a", "b"] {
        group.subscribe(into: bag, onNext: { journal.add("\(name)\($0)") }, onCompleted: { journal.add("\(key) ends") })
      }
      bags.with { $0.append(bag) }
    }
    for value in [1, 10, 20, 11] { source.send(value) }
    #expect(journal.entries == ["1 begins", "a1", "b1", "0 begins", "0 begins", "a11", "b11"])
    bags.current[0].dispose()
    source.send(21)
    #expect(journal.entries.suffix(3) == ["1 begins", "a21", "b21"])
    source.sendCompleted()
    #expect(journal.entries.suffix(2) == ["1 ends", "1 ends"] && subscription.isDisposed)
  }

  @Test("a subscriber that ends while it subscribes does not end the group of another")
  func leavingEarly() {
    let (journal, bag) = (Journal(), CompositeDisposable())
    let groups = Guarded<[KeyedSignal<Int, Int, Fault>]>([])
    source.groupBy({ _ in 0 }, whileObserved: true).subscribe { group in
      groups.with { $0.append(group) }
      group.subscribe(onNext: { journal.add("\($0)") }, onCompleted: { journal.add("ends") })
    }
    source.send(1)
    // The boundary ends the chain before the group is subscribed to.
    groups.current[0].buffer(until: Signal<Int, Never> { _, _ in bag.dispose() }).subscribe(into: bag)
    source.send(2)
    #expect(journal.entries == ["1", "2"])
    groups.set([])
    source.sendCompleted()
  }

  @Test("the subscribers of observed groups are released with the subscription of the source")
  func outerEnd() {
    let population = Population()
    let subscription = source.groupBy({ $0 }, whileObserved: true).subscribe { group in
      group.subscribe { [member = population.member()] _ in withExtendedLifetime(member) {} }
    }
    for value in 1...3 { source.send(value) }
    #expect(population.count == 3)
    subscription.dispose()
    #expect(population.count == 0)
  }

  @Test("a group that nobody observes is released, with its key, at the next value; a late subscriber gets its end")
  func unobservedRelease() {
    let (members, keys, recorder) = (PublishSubject<Int, Fault>(), Population(), Guarded<Signal<Int, Fault>?>(nil))
    members.groupBy({ KeptKey(number: $0, member: keys.member()) }, whileObserved: true).subscribe { group in
      recorder.set(group.signal)
    }
    for number in 1...100 { members.send(number) }
    #expect(keys.count == 1)
    #expect(recorder.current.map { Recorder($0).events } == [.completed])
  }

  @Test("a group that is forgotten by time, in virtual time")
  func idle() {
    let scheduler = TestScheduler()
    let recorder = scheduler.record(
      source.groupBy({ $0 % 2 }, until: { $0.debounce(.seconds(2), on: scheduler) }).flatMap { $0.toArray() })
    for value in [1, 3, 2, 5] {
      source.send(value)
      scheduler.advance(by: .seconds(value == 2 ? 5 : 1))
    }
    scheduler.advance(by: .seconds(9))
    #expect(
      recorder.events == [
        TimedEvent(.seconds(3), .value([1, 3])), TimedEvent(.seconds(4), .value([2])),
        TimedEvent(.seconds(9), .value([5])),
      ])
  }
}

private struct KeptKey: Hashable, Sendable {
  let number: Int
  let member: Population.Member
  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
