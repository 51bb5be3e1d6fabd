import Dispatch
import Switchboard
import SwitchboardTestSupport
import SwitchboardTesting
import Testing

/// The kinds of schedulers that share the same promises.
enum AnyScheduler: CaseIterable, Sendable {
  case immediate, main, queue, concurrentTarget

  func callAsFunction() -> Scheduler {
    switch self {
    case .immediate: .immediate
    case .main: .main
    case .queue: .queue(label: "test")
    case .concurrentTarget: .queue(label: "test", target: .global())
    }
  }
}

/// A scheduler without the overrides that a subclass needs.
private final class ForgetfulScheduler: Scheduler, @unchecked Sendable {
  // Sound: the scheduler has no state.
}

@Suite("Schedulers")
struct SchedulerTests {
  /// Waits until the closure that `body` gets is called.
  private func finished(
    isolation: isolated (any Actor)? = #isolation, _ body: (@escaping @Sendable () -> Void) -> Void
  ) async {
    await withCheckedContinuation(isolation: isolation) { continuation in body { continuation.resume() } }
  }

  @Test("work runs in the order in which it was scheduled", arguments: AnyScheduler.allCases)
  func order(kind: AnyScheduler) async {
    let scheduler = kind()
    let runs = Guarded<[Int]>([])
    for number in 0..<100 { scheduler.schedule { runs.with { $0.append(number) } } }
    await finished { done in scheduler.perform { done() } }
    #expect(runs.current == Array(0..<100))
  }

  @Test("work runs after its delay, on the scheduler, and the handle ends", arguments: AnyScheduler.allCases)
  func delayed(kind: AnyScheduler) async {
    let scheduler = kind()
    let begin = scheduler.now
    var work: (any Disposable)?
    let place = Guarded<Scheduler?>(nil)
    await finished { done in
      work = scheduler.schedule(after: .milliseconds(2)) {
        place.set(.current)
        done()
      }
    }
    #expect(scheduler.now - begin >= .milliseconds(2))
    #expect(work?.isDisposed == true)
    if kind != .immediate { #expect(place.current === scheduler) }
  }

  @Test("zero and negative delays run the work as soon as possible", arguments: AnyScheduler.allCases)
  func noDelay(kind: AnyScheduler) async {
    let scheduler = kind()
    let journal = Journal()
    for delay in [Duration.zero, .seconds(-1), .seconds(Int64.min / 2)] {
      await finished { done in
        scheduler.schedule(after: delay) {
          journal.add("ran")
          done()
        }
      }
    }
    #expect(journal.entries.count == 3)
  }

  @Test("work disposed before its time never runs, and is released immediately", arguments: AnyScheduler.allCases)
  func disposed(kind: AnyScheduler) {
    let scheduler = kind()
    let population = Population()
    for delay in [Duration.seconds(3600), .seconds(Int64.max / 2)] {
      let work = { [member = population.member()] in
        scheduler.schedule(after: delay) { [member] in withExtendedLifetime(member) { _ = Issue.record("ran") } }
      }()
      let beat = { [member = population.member()] in
        scheduler.schedule(after: delay, every: .seconds(1)) { [member] in withExtendedLifetime(member) {} }
      }()
      let bag = CompositeDisposable([work, beat])
      #expect(population.count == 2)
      work.dispose()
      #expect(work.isDisposed)
      #expect(bag.count == 1)
      bag.dispose()
      #expect(population.count == 0)
    }
  }

  @Test("repeating work repeats until it is disposed", arguments: AnyScheduler.allCases)
  func repeating(kind: AnyScheduler) async {
    let scheduler = kind()
    let bag = CompositeDisposable()
    let runs = Counter()
    await finished { done in
      bag.add(
        scheduler.schedule(after: .zero, every: .microseconds(10)) {
          // The work cannot be disposed before the bag holds it.
          guard bag.count == 1 else { return }
          if runs.increment() == 5 {
            bag.dispose()
            done()
          }
        })
    }
    // Waits until any further run would have come.
    await finished { done in scheduler.schedule(after: .milliseconds(1)) { done() } }
    #expect(runs.value == 5)
  }

  @Test("work with the shortest interval goes on after a long stall", arguments: [1, 10, 1_000_000_000_000])
  func stall(seconds: Int) {
    let scheduler = TestScheduler()
    let beats = Guarded<[Duration]>([])
    let shortest = Duration(secondsComponent: 0, attosecondsComponent: 1)
    let work = scheduler.schedule(after: .zero, every: shortest) { [unowned scheduler] in
      beats.with { $0.append(scheduler.now) }
      if beats.current.count == 1 { scheduler.advance(by: .seconds(seconds)) }
    }
    scheduler.advance()
    // The beats that were missed are skipped.
    #expect(beats.current == [.zero])
    scheduler.advance(by: shortest * 3)
    work.dispose()
    #expect(beats.current == [.zero] + (1...3).map { .seconds(seconds) + shortest * $0 })
  }

  @Test(
    "a hundred thousand turns that each request the next turn do not grow the stack", arguments: AnyScheduler.allCases)
  func recursive(kind: AnyScheduler) async {
    let scheduler = kind()
    let turns = Counter()
    await finished { done in
      scheduler.scheduleRecursively { again in
        if turns.increment() < 100_000 { again(.zero) } else { done() }
      }
    }
    #expect(turns.value == 100_000)
  }

  @Test(
    "a turn may request several turns, later, or from another thread; disposal ends the repetition",
    arguments: AnyScheduler.allCases)
  func asking(kind: AnyScheduler) async {
    let scheduler = kind()
    let turns = Counter()
    let other = Scheduler.queue(label: "other")
    await finished { done in
      scheduler.scheduleRecursively { again in
        switch turns.increment() {
        case 1:
          again(.zero)
          again(.microseconds(1))
        case 2: other.perform { again(.zero) }
        case 4: done()
        default: break
        }
      }
    }
    #expect(turns.value == 4)
    let ended = Counter()
    let kept = Guarded<(@Sendable (Duration) -> Void)?>(nil)
    var work: (any Disposable)?
    await finished { done in
      work = scheduler.scheduleRecursively { again in
        ended.increment()
        kept.set(again)
        done()
      }
    }
    work?.dispose()
    kept.current?(.zero)
    await finished { done in scheduler.perform { done() } }
    #expect(ended.value == 1)
    kept.set(nil)
  }

  @Test("scheduled work keeps its queue alive")
  func gone() async {
    let journal = Journal()
    await finished { done in
      Scheduler.queue(label: "brief").schedule(after: .milliseconds(1)) {
        journal.add("late")
        done()
      }
      Scheduler.queue(label: "brief").schedule { journal.add("now") }
    }
    #expect(journal.entries.contains("late"))
  }

  @Test("current is the scheduler of the running work, else main on the main queue, else immediate")
  func current() async {
    let queue = Scheduler.queue(label: "test")
    let seen = Guarded<[Scheduler]>([])
    await finished { done in
      queue.perform {
        seen.with { $0.append(.current) }
        Scheduler.main.perform {
          seen.with { $0.append(.current) }
          DispatchQueue.global().async {
            seen.with { $0.append(.current) }
            done()
          }
        }
      }
    }
    #expect(seen.current.map { ObjectIdentifier($0) } == [queue, .main, .immediate].map { ObjectIdentifier($0) })
  }

  @Test("immediate work runs inside the call, other work does not")
  @MainActor func inside() async {
    let journal = Journal()
    Scheduler.immediate.schedule { journal.add("immediate") }
    Scheduler.main.schedule { journal.add("main") }
    journal.add("called")
    #expect(journal.entries == ["immediate", "called"])
    await finished { done in Scheduler.main.perform { done() } }
    #expect(journal.entries == ["immediate", "called", "main"])
  }

  @Test("a subclass that lacks an override traps with a message that names the subclass and the member")
  func missingOverride() async {
    let clock = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ForgetfulScheduler().now
    }
    #expect(clock?.says("ForgetfulScheduler must override `now`") == true)
    let work = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ForgetfulScheduler().schedule {}
    }
    #expect(work?.says("ForgetfulScheduler must override `perform(_:)`") == true)
    let delayed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ForgetfulScheduler().schedule(after: .seconds(1)) {}
    }
    #expect(delayed?.says("ForgetfulScheduler must override `schedule(after:_:)`") == true)
    let operation = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Signal<Int, Never>.just(1).delay(.seconds(1), on: ForgetfulScheduler()).subscribe()
    }
    #expect(operation?.says("ForgetfulScheduler must override") == true)
  }

  @Test("an interval that is not positive traps with a message")
  func interval() async {
    let zero = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Scheduler.main.schedule(after: .seconds(1), every: .zero) {}
    }
    #expect(zero?.says("interval that is not positive") == true)
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.interval(.seconds(-1), on: .main)
    }
    #expect(negative?.says("interval that is not positive") == true)
    let sample = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().sample(every: .zero, on: .main)
    }
    #expect(sample?.says("interval that is not positive") == true)
    let limit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().buffer(for: .seconds(1), limit: 0, on: .main)
    }
    #expect(limit?.says("fewer than one") == true)
    let retry = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().retry(-1, after: .zero, on: .main)
    }
    #expect(retry?.says("negative number of times") == true)
    let again = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never().repeat(-1, after: .zero, on: .main)
    }
    #expect(again?.says("repeat a negative number of times") == true)
  }
}
