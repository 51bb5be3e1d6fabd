import Dispatch
import Switchboard
import Synchronization

/// A scheduler that a client defines. It runs its work when `run()` is called.
private final class HandScheduler: Scheduler, @unchecked Sendable {
  // Sound: a lock guards the state.
  private struct State {
    var now = Duration.zero
    var work: [(due: Duration, action: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  override var now: Duration { state.withLock { $0.now } }
  override func perform(_ action: @escaping @Sendable () -> Void) { add(after: .zero, action) }
  override func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let flag = ActionDisposable {}
    add(after: delay) { if !flag.isDisposed { action() } }
    return flag
  }

  private func add(after delay: Duration, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.work.append(($0.now + max(delay, .zero), action)) }
  }

  /// Runs the work in the order in which it was scheduled, not in the order of the due times.
  func run() {
    while let next = next() { next() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.work.isEmpty else { return nil }
      let (due, action) = state.work.removeFirst()
      state.now = max(state.now, due)
      return action
    }
  }
}

func schedulers() {
  let (done, order) = (Gate(), Log<String>())
  let queue = Scheduler.queue(label: "verbs")
  queue.perform { order.add("performed") }
  queue.schedule { order.add("scheduled") }
  queue.schedule(after: .milliseconds(1)) {
    order.add("later")
    done.open()
  }
  done.wait()
  check(order.entries, is: ["performed", "scheduled", "later"], "a queue runs work in order")
  check(queue.now <= queue.now, "the clock of a queue moves forward")

  let (beats, beaten) = (Log<Int>(), Gate())
  let handle = queue.schedule(after: .zero, every: .milliseconds(1)) {
    beats.add(1)
    if beats.entries.count == 3 { beaten.open() }
  }
  beaten.wait()
  handle.dispose()
  check(handle.isDisposed, "repeating work can be disposed")

  let (target, recursed) = (DispatchQueue(label: "target"), Gate())
  let turns = Log<Int>()
  Scheduler.queue(label: "aimed", target: target).scheduleRecursively { again in
    turns.add(1)
    if turns.entries.count < 3 { again(.milliseconds(1)) } else { recursed.open() }
  }
  recursed.wait()
  check(turns.entries.count, is: 3, "recursive work repeats as long as it requests the next turn")

  let (inside, delayed) = (Log<String>(), Gate())
  Scheduler.immediate.perform { inside.add("performed") }
  Scheduler.immediate.schedule { inside.add("scheduled") }
  Scheduler.immediate.scheduleRecursively { again in
    inside.add("turn")
    if inside.entries.count < 5 { again(.zero) }
  }
  check(inside.entries, is: ["performed", "scheduled", "turn", "turn", "turn"], "work runs inside the call")
  Scheduler.immediate.schedule(after: .milliseconds(1)) { delayed.open() }
  delayed.wait()
  check(Scheduler.current === Scheduler.immediate, "elsewhere the current scheduler is the immediate one")
}

@MainActor
func mainScheduler() async {
  check(Scheduler.current === Scheduler.main, "on the main queue the current scheduler is that")
  let (order, gate) = (Log<String>(), Gate())
  Scheduler.main.perform {
    MainActor.assertIsolated()
    order.add("performed")
  }
  Scheduler.main.schedule(after: .milliseconds(1)) {
    order.add("later")
    gate.open()
  }
  check(order.entries, is: [], "work does not run inside the call")
  await gate.pass()
  check(order.entries, is: ["performed", "later"], "scheduled work runs after performed work")
}

func ownScheduler() {
  let scheduler = HandScheduler()
  let (ran, numbers) = (Log<String>(), PublishSubject<Int, Never>())
  let recorder = Recorder(numbers.deliver(on: scheduler).delay(.seconds(1), on: scheduler))
  scheduler.schedule { ran.add("a") }
  scheduler.schedule { ran.add("b") }.dispose()
  let repeated = scheduler.schedule(after: .zero, every: .seconds(1)) { ran.add("no") }
  repeated.dispose()
  scheduler.scheduleRecursively { again in
    ran.add("c")
    if ran.entries.count < 3 { again(.zero) }
  }
  numbers.send(1)
  check(recorder.text, is: "", "no work runs before the scheduler runs it")
  scheduler.run()
  check(ran.entries, is: ["a", "c", "c"], "a custom scheduler runs the remaining work")
  check(recorder.text, is: "1", "operators use a custom scheduler")
}
