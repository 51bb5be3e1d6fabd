import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

@Suite("The test scheduler")
struct TestSchedulerTests {
  private let scheduler = TestScheduler()
  private let journal = Journal<String>()

  private func adding(_ entry: String) -> @Sendable () -> Void {
    { [scheduler, journal] in journal.add("\(entry) at \(scheduler.now)") }
  }

  @Test("work runs only when the clock advances, in the order of time, first in first out")
  func order() {
    scheduler.schedule(after: .seconds(2), adding("c"))
    scheduler.schedule(after: .seconds(1), adding("a"))
    scheduler.schedule(after: .seconds(1), adding("b"))
    scheduler.schedule(adding("now"))
    scheduler.schedule(after: .seconds(-5), adding("negative"))
    #expect(journal.entries == [])
    scheduler.advance()
    #expect(journal.entries == ["now at 0.0 seconds", "negative at 0.0 seconds"])
    scheduler.advance(by: .seconds(1))
    #expect(journal.entries.suffix(2) == ["a at 1.0 seconds", "b at 1.0 seconds"])
    scheduler.advance(to: .seconds(5))
    #expect(journal.entries.last == "c at 2.0 seconds")
    #expect(scheduler.now == .seconds(5))
    #expect(journal.entries.count == 5)
  }

  @Test("first in first out among a thousand pieces of work at few times")
  func manyAtOnce() {
    let runs = Guarded<[Int]>([])
    let times = (0..<1000).map { ($0 * 7919) % 10 }
    for (index, time) in times.enumerated() {
      scheduler.schedule(after: .seconds(time)) { runs.with { $0.append(index) } }
    }
    scheduler.run()
    #expect(runs.with { $0 } == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
  }

  @Test("the clock does not go back")
  func forward() {
    scheduler.advance(to: .seconds(2))
    scheduler.advance(to: .seconds(1))
    scheduler.advance(by: .seconds(-1))
    #expect(scheduler.now == .seconds(2))
  }

  @Test("work may schedule, also for the same time, and may advance the clock")
  func nested() {
    let scheduler = scheduler
    scheduler.schedule(after: .seconds(1)) { [journal, note = adding("inner"), late = adding("late")] in
      scheduler.schedule(note)
      scheduler.schedule(after: .seconds(3), late)
      scheduler.advance(by: .seconds(2))
      journal.add("advanced to \(scheduler.now)")
    }
    scheduler.advance(by: .seconds(10))
    #expect(journal.entries == ["inner at 1.0 seconds", "advanced to 3.0 seconds", "late at 4.0 seconds"])
    #expect(scheduler.now == .seconds(10))
  }

  @Test("disposed work does not run, does not move the clock, and is released immediately")
  func disposed() {
    let population = Population()
    let work = { [member = population.member()] in
      scheduler.schedule(after: .seconds(9)) { [member] in withExtendedLifetime(member) {} }
    }()
    scheduler.schedule(after: .seconds(1), adding("a"))
    work.dispose()
    #expect(population.count == 0)
    #expect(work.isDisposed)
    scheduler.run()
    #expect(journal.entries == ["a at 1.0 seconds"])
    #expect(scheduler.now == .seconds(1))
  }

  @Test("run leaves the clock at the time of the last work")
  func run() {
    scheduler.schedule(after: .seconds(3), adding("a"))
    scheduler.run()
    #expect(scheduler.now == .seconds(3))
    scheduler.run()
    #expect(journal.entries.count == 1)
  }

  @Test("run traps with a message when work repeats without end")
  func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = TestScheduler()
      scheduler.schedule(after: .zero, every: .seconds(1)) {}
      scheduler.run(limit: 10)
    }
    #expect(result?.says("some work repeats") == true)
  }

  @Test("repeating work keeps its interval until it is disposed, also by itself")
  func repeating() {
    let work = scheduler.schedule(after: .milliseconds(500), every: .seconds(1), adding("beat"))
    scheduler.advance(to: .seconds(3))
    #expect(journal.entries == [0.5, 1.5, 2.5].map { "beat at \($0) seconds" })
    work.dispose()
    scheduler.advance(to: .seconds(9))
    #expect(journal.entries.count == 3)
    let bag = CompositeDisposable()
    bag.add(scheduler.schedule(after: .seconds(-1), every: .seconds(1)) { bag.dispose() })
    scheduler.run()
    #expect(scheduler.now == .seconds(9))
    #expect(bag.count == 0)
  }

  @Test("repetitions are left out while the work takes longer than the interval")
  func slow() {
    let scheduler = scheduler
    let work = scheduler.schedule(after: .seconds(1), every: .seconds(1)) { [note = adding("beat")] in
      note()
      if scheduler.now == .seconds(1) { scheduler.advance(by: .milliseconds(2500)) }
    }
    scheduler.advance(to: .seconds(5))
    work.dispose()
    #expect(journal.entries == [1, 4, 5].map { "beat at \($0).0 seconds" })
  }

  @Test("the deallocation of the scheduler releases its work, and later work is dropped", arguments: [0, 1, 2])
  func gone(kind: Int) {
    let population = Population()
    var handle: (any Disposable)?
    do {
      let scheduler = TestScheduler()
      let action = { @Sendable [member = population.member()] in withExtendedLifetime(member) {} }
      switch kind {
      case 0: handle = scheduler.schedule(after: .seconds(1), action)
      case 1: handle = scheduler.schedule(after: .seconds(1), every: .seconds(1), action)
      default:
        handle = scheduler.scheduleRecursively { [action] again in
          action(); again(.seconds(1))
        }
      }
      scheduler.advance()
    }
    #expect(population.count == 0)
    handle?.dispose()
  }

  @Test("a signal with a deallocated scheduler sends no values, and does not leak")
  func goneForSignals() {
    let signal = { Signal<Int, Fault>.just(1).delay(.seconds(1), on: TestScheduler()) }()
    let population = Population()
    do {
      let member = population.member()
      signal.subscribe { [member] _ in withExtendedLifetime(member) {} }
    }
    #expect(population.count == 0)
  }

  @Test("disposed work leaves the scheduler, and the rest runs in order")
  func disposedLeaves() {
    var most = 0
    for round in 0..<10_000 {
      scheduler.schedule(after: .seconds(3600)) {}.dispose()
      if round.isMultiple(of: 1000) { scheduler.schedule(after: .seconds(10_000 - round), adding("\(round)")) }
      most = max(most, scheduler.workCount)
    }
    // Ten pieces of work wait.
    #expect(most <= 32)
    #expect(scheduler.workCount >= 10)
    scheduler.run()
    #expect(
      journal.entries == stride(from: 9000, through: 0, by: -1000).map { "\($0) at \(Duration.seconds(10_000 - $0))" })
    #expect(scheduler.workCount == 0)
  }

  @Test("the test scheduler is the current scheduler of its work")
  func current() {
    let scheduler = scheduler
    scheduler.schedule { [journal] in
      Scheduler.current.schedule(after: .seconds(1)) { journal.add("\(scheduler.now)") }
    }
    scheduler.advance()
    scheduler.advance(by: .seconds(1))
    #expect(journal.entries == ["1.0 seconds"])
  }

  @Test("a hot signal sends without subscribers; a cold signal starts again for each subscriber")
  func hotAndCold() {
    let events: [(Duration, SignalEvent<Int, Fault>)] = [
      (.seconds(1), .value(1)), (.seconds(2), .value(2)), (.seconds(3), .completed),
    ]
    let (hot, cold) = (scheduler.hotSignal(events), scheduler.coldSignal(events))
    scheduler.advance(to: .milliseconds(1500))
    let (late, anew) = (scheduler.record(hot), scheduler.record(cold))
    scheduler.run()
    #expect(late.events == [TimedEvent(.seconds(2), .value(2)), TimedEvent(.seconds(3), .completed)])
    #expect(
      anew.events == [
        TimedEvent(.milliseconds(2500), .value(1)), TimedEvent(.milliseconds(3500), .value(2)),
        TimedEvent(.milliseconds(4500), .completed),
      ])
    #expect(late.isDisposed && anew.isDisposed)
    #expect("\(late.events)" == "[2.0 seconds: value(2), 3.0 seconds: completed]")
  }

  @Test("a recorder in a bag ends with the bag, and keeps its events")
  func recorderInABag() {
    let (subject, bag) = (PublishSubject<Int, Never>(), CompositeDisposable())
    let recorder = scheduler.record(subject)
    bag.add(recorder)
    subject.send(1)
    bag.dispose()
    subject.send(2)
    #expect(recorder.events == [TimedEvent(.zero, .value(1))])
    #expect(recorder.isDisposed)
    #expect(subject.census.count == 0)
  }
}
