import Foundation
import Switchboard
import SwitchboardFoundation
import SwitchboardTestSupport
import Synchronization
import Testing

/// The signals that the program's own action has received. A signal handler may only touch such a global.
private let handledSignals = Atomic(0)

/// Tests of process signals. Serialized, because signals belong to the whole process.
@Suite("Bridges: the process's signals", .serialized)
struct ProcessLifecycleTests {
  private func action(_ signal: ProcessSignal) -> Int {
    var now = sigaction()
    sigaction(signal.number, nil, &now)
    return withUnsafeBytes(of: now) { $0.load(as: Int.self) }
  }

  /// Sends `signal` to the process, not to this thread, which may block the signal.
  func send(_ signal: ProcessSignal) { kill(getpid(), signal.number) }

  @Test(
    "a signal becomes an event, on a thread that the signal has not interrupted; dispose restores the old action",
    arguments: 0..<3)
  func arrives(_: Int) throws {
    let original = signal(SIGUSR1) { _ in handledSignals.add(1, ordering: .relaxed) }
    defer { signal(SIGUSR1, original) }
    let own = action(.user1)
    let (bus, arrived, wasOnMainThread) = (EventBus(), Gate(), Journal<Bool>())
    let lifecycle = try ProcessLifecycle([.user1], to: bus)
    #expect(action(.user1) != own)
    bus.on(process: .user1).next { event in
      wasOnMainThread.add(Thread.isMainThread)
      if event.count > 0, event.signal == .user1 { arrived.open() }
    }
    send(.user1)
    arrived.wait()
    // The signal interrupts the main thread or no thread, so the handler must not run on the main thread.
    #expect(wasOnMainThread.entries == [false])
    lifecycle.dispose()
    lifecycle.dispose()
    #expect(lifecycle.isDisposed)
    #expect(action(.user1) == own)
    // The test must see this signal before it restores the default action, which would end the process: another
    // thread may take the signal, later.
    let handled = handledSignals.load(ordering: .relaxed)
    send(.user1)
    yieldUntil { handledSignals.load(ordering: .relaxed) > handled }
  }

  @Test("each signal becomes its event, from the beginning of the lifecycle", arguments: ProcessSignal.allCases)
  func each(signal: ProcessSignal) throws {
    let (bus, arrived) = (EventBus(), Gate())
    bus.on(process: signal).next { event in if event.signal == signal { arrived.open() } }
    let lifecycle = try ProcessLifecycle([signal], to: bus)
    send(signal)
    arrived.wait()
    lifecycle.dispose()
  }

  @Test("after the end, the program's own action receives every signal")
  func ownActionAfterwards() throws {
    let (bus, arrived) = (EventBus(), Counter())
    let lifecycle = try ProcessLifecycle([.user1], to: bus)
    bus.on(process: .user1).next { event in for _ in 0..<event.count { arrived.increment() } }
    for round in 1...10 {
      send(.user1)
      yieldUntil { arrived.value >= round }
    }
    lifecycle.dispose()
    let original = signal(SIGUSR1) { _ in handledSignals.add(1, ordering: .relaxed) }
    defer { signal(SIGUSR1, original) }
    let before = handledSignals.load(ordering: .relaxed)
    for round in 1...100 {
      send(.user1)
      yieldUntil { handledSignals.load(ordering: .relaxed) >= before + round }
    }
    #expect(handledSignals.load(ordering: .relaxed) == before + 100)
    #expect(arrived.value == 10)
  }

  @Test("one lifecycle handles a signal; a second lifecycle is refused as a whole until the first ends")
  func taken() throws {
    let bus = EventBus()
    do {
      let first = try ProcessLifecycle([.user1], to: bus)
      #expect(throws: ProcessLifecycleError.taken(.user1)) { try ProcessLifecycle([.hangUp, .user1], to: bus) }
      // The refused lifecycle has kept no signal.
      let other = try ProcessLifecycle([.hangUp], to: bus)
      withExtendedLifetime((first, other)) {}
    }
    let again = try ProcessLifecycle([.hangUp, .user1], to: bus)
    let arrived = Gate()
    bus.on(process: .user1).next { _ in arrived.open() }
    send(.user1)
    arrived.wait()
    again.dispose()
    #expect(action(.user1) == 0)
    #expect(action(.hangUp) == 0)
  }

  @Test("an action that other code has set meanwhile stays")
  func replaced() throws {
    let lifecycle = try ProcessLifecycle([.user1], to: EventBus())
    let hearing = signal(SIGUSR1, SIG_IGN)
    lifecycle.dispose()
    #expect(action(.user1) == unsafeBitCast(SIG_IGN, to: Int.self))
    signal(SIGUSR1, SIG_DFL)
    withExtendedLifetime(hearing) {}
  }

  @Test("a handler can end the lifecycle and begin another (R4)")
  func inHandler() throws {
    let (bus, first, second) = (EventBus(), Gate(), Gate())
    let lifecycle = Guarded<ProcessLifecycle?>(try ProcessLifecycle([.user1], to: bus))
    bus.on(process: .user1).once().next { _ in
      lifecycle.with { $0 }?.dispose()
      let next = try? ProcessLifecycle([.user1, .hangUp], to: bus)
      lifecycle.with { $0 = next }
      first.open()
    }
    bus.on(process: .hangUp).next { _ in second.open() }
    send(.user1)
    first.wait()
    send(.hangUp)
    second.wait()
    lifecycle.with { $0 }?.dispose()
    #expect(action(.hangUp) == 0)
  }

  @Test("lifecycles made and ended on many threads leave each signal unchanged")
  func race() throws {
    let (bus, won, refused) = (EventBus(), Counter(), Counter())
    try onThreads(
      (0..<4).map { _ in
        {
          for _ in 0..<500 {
            do {
              try ProcessLifecycle([.user1, .hangUp], to: bus).dispose()
              won.increment()
            } catch {
              refused.increment()
            }
          }
        }
      })
    #expect(won.value > 0)
    #expect(won.value + refused.value == 2000)
    #expect(action(.user1) == 0)
    #expect(action(.hangUp) == 0)
  }
}
