import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("R4 Command: threads")
struct CommandRaceTests {
  @Test("of threads that execute at the same time one starts; the same for an execution inside the work")
  func oneStarts() throws {
    for _ in 0..<rounds(300) {
      let (starts, refusals) = (Counter(), Counter())
      let place = Guarded<Command<Int, Int, Never>?>(nil)
      let source = PublishSubject<Int, Never>()
      let command = Command<Int, Int, Never> { depth in
        starts.increment()
        if depth == 0 { place.with { $0 }?.execute(1) }
        return source.signal
      }
      place.with { $0 = command }
      command.refusals.subscribe { _ in refusals.increment() }
      try onThreads((0..<4).map { _ in { command.execute(0) } })
      #expect(starts.value == 1)
      #expect(refusals.value == 4)
      #expect(command.executing.value)
      source.sendCompleted()
      #expect(!command.executing.value)
      place.with { $0 = nil }
    }
  }

  @Test(
    "executed, cancelled, ended and switched at the same time: never two executions, idle in the end, events in order")
  func storm() throws {
    let (live, lock) = (Guarded((now: 0, most: 0)), NSRecursiveLock())
    let isEnabled = Property(true)
    let command = Command<Int, Int, Never>(enabled: isEnabled) { input in
      lock.withLock {
        live.with { live in
          live.now += 1
          live.most = max(live.most, live.now)
        }
      }
      return Signal { observer in
        observer.send(input)
        if input.isMultiple(of: 3) { observer.sendCompleted() }
        return ActionDisposable { lock.withLock { live.with { $0.now -= observer.isDisposed ? 1 : 0 } } }
      }
    }
    let (executing, enabled) = (Guarded<[Bool]>([]), Guarded<[Bool]>([]))
    command.executing.subscribe { value in lock.withLock { executing.with { $0.append(value) } } }
    command.enabled.subscribe { value in lock.withLock { enabled.with { $0.append(value) } } }
    let count = rounds(500)
    try onThreads(
      (0..<3).map { number in
        {
          for round in 0..<count {
            let execution = lock.withLock { command.execute(round + number) }
            execution.dispose()
          }
        }
      } + [{ for round in 0..<count { isEnabled.value = !round.isMultiple(of: 2) } }])
    isEnabled.value = true
    #expect(live.with { $0.now } == 0)
    // During the race, the command may have been disabled at every execute, so this execute is added.
    command.execute(0)
    #expect(live.with { $0.now } == 0)
    #expect(live.with { $0.most } == 1)
    #expect(!command.executing.value)
    #expect(command.enabled.value)
    #expect(executing.with { $0 }.last == false)
    #expect(enabled.with { $0 }.last == true)
    // Each value differs from the value before it.
    for states in [executing.with({ $0 }), enabled.with({ $0 })] {
      #expect(zip(states, states.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test("cancelled while it ends: the execution ends once, sends at most one end, and the command is free")
  func cancelAndEnd() throws {
    for _ in 0..<rounds(300) {
      let source = PublishSubject<Int, Never>()
      let command = Command<Void, Int, Never> { source.signal }
      let ends = Counter()
      let execution = command.execute()
      let subscription = execution.subscribe(onCompleted: { ends.increment() })
      try onThreads([
        { source.sendCompleted() },
        { execution.dispose() },
        { execution.whileSubscribed.subscribe().dispose() },
      ])
      #expect(ends.value <= 1)
      #expect(subscription.isDisposed)
      #expect(!command.executing.value)
      #expect(command.enabled.value)
      #expect(source.census.count == 0)
    }
  }
}
