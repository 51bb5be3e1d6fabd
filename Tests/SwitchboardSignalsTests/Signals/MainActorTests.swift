import Foundation
import Switchboard
import SwitchboardTestSupport
import Testing

@Suite("Delivery on the main actor")
struct MainActorTests {
  /// Runs `body` on a background thread, and returns when `body` has returned.
  nonisolated static func inBackground(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        body()
        continuation.resume()
      }
    }
  }

  /// Returns when every closure that was already in the main queue has run.
  static func mainQueueDrained() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }

  /// The kinds of sources from which events reach the main actor, each with a function that sends.
  enum Source: CaseIterable, Sendable {
    case publish, operators, replay, producer

    func callAsFunction() -> (Signal<Int, Fault>, @Sendable ([Event<Int>]) -> Void) {
      switch self {
      case .publish, .operators:
        let subject = PublishSubject<Int, Fault>()
        return (
          self == .publish ? subject.signal : subject.map { $0 }.concat(.empty()), { subject.play($0) }
        )
      case .replay:
        let subject = ReplaySubject<Int, Fault>(capacity: 0)
        return (subject.signal, { subject.play($0) })
      case .producer:
        let held = Guarded<Observer<Int, Fault>?>(nil)
        return (
          Signal { observer in
            held.set(observer)
            return nil
          }, { held.current?.play($0) }
        )
      }
    }
  }

  @Test("all events from a background thread arrive, in order", arguments: Source.allCases)
  func inOrder(source: Source) async {
    for end in [Event<Int>.completed, .error(.first)] {
      let (signal, send) = source()
      let events = Guarded<[Event<Int>]>([])
      let subscription = signal.subscribe(
        on: MainActor.self,
        onNext: { value in events.with { $0.append(.value(value)) } },
        onError: { error in events.with { $0.append(.error(error)) } },
        onCompleted: { events.with { $0.append(.completed) } })
      await Self.inBackground { send((1...100).map { .value($0) } + [end, 7]) }
      await Self.mainQueueDrained()
      #expect(events.current == (1...100).map { .value($0) } + [end])
      #expect(subscription.isDisposed)
    }
  }

  @Test("on the main thread handlers run inline, in order with the events on their way", arguments: Source.allCases)
  @MainActor func inline(source: Source) async {
    let (signal, send) = source()
    let events = Guarded<[Int]>([])
    signal.subscribe(on: MainActor.self) { value in events.with { $0.append(value) } }
    send([1, 2])
    #expect(events.current == [1, 2])
    let entered = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      send([3])
      entered.signal()
    }
    Self.wait(entered)
    // 3 is on its way to the main actor, so 4 queues behind it.
    send([4])
    #expect(events.current == [1, 2])
    await Self.mainQueueDrained()
    #expect(events.current == [1, 2, 3, 4])
    send([5])
    #expect(events.current == [1, 2, 3, 4, 5])
  }

  @Test("a disposal on the main thread silences the events on their way", arguments: Source.allCases)
  @MainActor func silenced(source: Source) async {
    let (signal, send) = source()
    let calls = Counter()
    let subscription = signal.subscribe(
      on: MainActor.self, onNext: { _ in calls.increment() }, onCompleted: { calls.increment() })
    let sent = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      send([1, 2, .completed])
      sent.signal()
    }
    Self.wait(sent)
    subscription.dispose()
    await Self.mainQueueDrained()
    #expect(calls.value == 0)
  }

  @Test("a subject deallocated with values on their way: the values arrive, then the subscription ends")
  @MainActor func sourceDies() async {
    let events = Guarded<[Int]>([])
    let held = Guarded<PublishSubject<Int, Fault>?>(PublishSubject())
    let subscription = held.current!.subscribe(on: MainActor.self) { value in events.with { $0.append(value) } }
    let sent = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      held.current?.send(1)
      held.set(nil)
      sent.signal()
    }
    Self.wait(sent)
    await Self.mainQueueDrained()
    #expect(events.current == [1])
    #expect(subscription.isDisposed)
  }

  @Test("take ends an endless source in the background, also while the main thread is busy")
  @MainActor func endless() {
    let ended = DispatchSemaphore(value: 0)
    let calls = Counter()
    for source in [Signal.endlessProducer, .endlessSequence] {
      Thread.detachNewThread {
        source.take(5).subscribe(on: MainActor.self) { _ in calls.increment() }
        ended.signal()
      }
    }
    #expect(ended.wait(timeout: .now() + 60) == .success)
    #expect(ended.wait(timeout: .now() + 60) == .success)
  }

  @Test("captures are released after disposal", arguments: Source.allCases)
  @MainActor func released(source: Source) async {
    let population = Population()
    let (signal, send) = source()
    let subscription = { [member = population.member()] in
      signal.subscribe(on: MainActor.self) { [member] _ in withExtendedLifetime(member) {} }
    }()
    send([1])
    subscription.dispose()
    await Self.mainQueueDrained()
    #expect(population.count == 0)
  }

  /// Waits briefly for another thread. An asynchronous function must not wait for a semaphore itself.
  private static func wait(_ semaphore: DispatchSemaphore) { semaphore.wait() }
}
