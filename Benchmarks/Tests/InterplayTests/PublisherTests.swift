import Switchboard
import Synchronization
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

private enum Problem: Error { case broken }

/// A subscriber that demands only what a test tells it to.
private final class Reader<Input: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
  private(set) var values: [Input] = []
  private(set) var ends = 0
  var keepsValues = true
  var onValue: (Input) -> Void = { _ in }
  var more = Subscribers.Demand.none
  private(set) var subscription: (any PublisherSubscription)?

  func receive(subscription: any PublisherSubscription) { self.subscription = subscription }

  func receive(_ input: Input) -> Subscribers.Demand {
    if keepsValues { values.append(input) }
    onValue(input)
    return more
  }

  func receive(completion: Subscribers.Completion<Failure>) { ends += 1 }
}

/// A value that runs code when it is released.
private final class Token: Sendable {
  private let onRelease: @Sendable () -> Void
  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
  deinit { onRelease() }
}

@Suite("a signal as a publisher")
struct PublisherTests {
  private func read(
    _ subject: PublishSubject<Int, Problem>, _ buffering: ValuesBuffering = .unbounded
  ) -> Reader<Int, Problem> {
    let reader = Reader<Int, Problem>()
    subject.publisher(buffering: buffering).receive(subscriber: reader)
    return reader
  }

  @Test("delivers no more than was demanded, and keeps the rest")
  func demand() {
    let subject = PublishSubject<Int, Problem>()
    let reader = read(subject)
    subject.send(1)
    #expect(reader.values == [])
    reader.subscription?.request(.max(2))
    #expect(reader.values == [1])
    for value in 2...4 { subject.send(value) }
    #expect(reader.values == [1, 2])
    reader.more = .max(1)
    reader.subscription?.request(.max(1))
    #expect(reader.values == [1, 2, 3, 4])
    subject.send(5)
    #expect(reader.values == [1, 2, 3, 4, 5])
    reader.subscription?.request(.unlimited)
    reader.more = .none
    for value in 6...8 { subject.send(value) }
    #expect(reader.values == Array(1...8))
  }

  @Test(
    "keeps the values that the policy says",
    arguments: [
      (ValuesBuffering.newest(2), [3, 4]), (.oldest(2), [1, 2]), (.newest(0), []), (.unbounded, [1, 2, 3, 4]),
    ])
  func policy(buffering: ValuesBuffering, kept: [Int]) {
    let subject = PublishSubject<Int, Problem>()
    let reader = read(subject, buffering)
    for value in 1...4 { subject.send(value) }
    reader.subscription?.request(.unlimited)
    #expect(reader.values == kept)
    subject.send(9)
    #expect(reader.values == kept + [9])
  }

  @Test("ends after the kept values, once")
  func end() {
    let subject = PublishSubject<Int, Problem>()
    let reader = read(subject)
    subject.send(1)
    subject.send(error: .broken)
    #expect(reader.ends == 0)
    reader.subscription?.request(.max(1))
    #expect(reader.values == [1])
    #expect(reader.ends == 1)
    reader.subscription?.request(.unlimited)
    #expect(reader.ends == 1)
  }

  @Test("cancels the subscription of the signal")
  func cancel() {
    let subject = PublishSubject<Int, Problem>()
    let reader = read(subject)
    reader.subscription?.request(.unlimited)
    #expect(subject.census.count == 1)
    subject.send(1)
    reader.subscription?.cancel()
    #expect(subject.census.count == 0)
    subject.send(2)
    #expect(reader.values == [1])
    #expect(reader.ends == 0)
  }

  @Test("drops no value that was demanded, when the subscriber sends")
  func reentrancy() {
    let subject = PublishSubject<Int, Problem>()
    let reader = read(subject, .newest(1))
    reader.onValue = { value in
      if value == 0 { for value in 1...3 { subject.send(value) } }
    }
    reader.subscription?.request(.max(2))
    subject.send(0)
    #expect(reader.values == [0, 1])
    reader.subscription?.request(.max(1))
    #expect(reader.values == [0, 1, 3])
  }

  @Test("treats a negative limit as none")
  func negative() {
    let subject = PublishSubject<Int, Problem>()
    let reader = read(subject, .newest(-1))
    subject.send(1)
    reader.subscription?.request(.unlimited)
    subject.send(2)
    #expect(reader.values == [2])
  }

  @Test("stops an endless signal when the subscriber cancels inside the first send")
  func endless() {
    let received = Mutex<[Int]>([])
    let cancellable = Signal<Int, Never>(0...).publisher().prefix(3).sink { value in
      received.withLock { $0.append(value) }
    }
    #expect(received.withLock { $0 } == [0, 1, 2])
    cancellable.cancel()
  }

  @Test("releases a value when it is delivered, dropped or cancelled, without a lock")
  func releases() {
    let subject = PublishSubject<Token, Never>()
    let reader = Reader<Token, Never>()
    subject.publisher(buffering: .newest(2)).receive(subscriber: reader)
    reader.keepsValues = false
    let released = Mutex<[Int]>([])
    func send(_ number: Int) {
      // A deinit that demands would wait for a lock that its own thread holds.
      subject.send(
        Token { [subscription = Unchecked(reader.subscription)] in
          subscription.value?.request(.none)
          released.withLock { $0.append(number) }
        })
    }
    for number in 1...4 { send(number) }
    #expect(released.withLock { $0 } == [1, 2])
    reader.subscription?.request(.max(1))
    #expect(released.withLock { $0 } == [1, 2, 3])
    reader.subscription?.cancel()
    #expect(released.withLock { $0 } == [1, 2, 3, 4])
    send(5)
    #expect(released.withLock { $0 } == [1, 2, 3, 4, 5])
  }

  @Test("releases the subscriber when it cancels, and at the end", arguments: [false, true])
  func releasesSubscriber(atEnd: Bool) {
    let subject = PublishSubject<Int, Problem>()
    weak var gone: Reader<Int, Problem>?
    do {
      let reader = read(subject)
      gone = reader
      if atEnd { subject.sendCompleted() } else { reader.subscription?.cancel() }
    }
    #expect(gone == nil)
  }

  @Test("calls the subscriber from one thread at a time")
  func threads() async {
    let subject = PublishSubject<Int, Never>()
    let total = Mutex(0)
    let isInside = Atomic<Bool>(false)
    let cancellable = subject.publisher().sink { value in
      let isSecond = isInside.exchange(true, ordering: .acquiringAndReleasing)
      #expect(!isSecond)
      total.withLock { $0 += value }
      isInside.store(false, ordering: .releasing)
    }
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<1000 { subject.send(1) } } }
    }
    #expect(total.withLock { $0 } == 4000)
    cancellable.cancel()
  }
}

@Suite("a publisher as a signal")
struct PublisherSignalTests {
  @Test("requests unlimited values, and forwards the end")
  func forwards() {
    let received = Mutex<[String]>([])
    let publisher = PassthroughSubject<Int, Problem>()
    publisher.signal().subscribe(
      onNext: { value in received.withLock { $0.append("\(value)") } },
      onError: { error in received.withLock { $0.append("\(error)") } })
    for value in 1...3 { publisher.send(value) }
    publisher.send(completion: .failure(.broken))
    publisher.send(4)
    #expect(received.withLock { $0 } == ["1", "2", "3", "broken"])
  }

  @Test("cancels when the subscription is disposed")
  func cancels() {
    let received = Mutex<[Int]>([])
    let cancellations = Mutex(0)
    let publisher = PassthroughSubject<Int, Never>()
    let subscription = publisher.handleEvents(receiveCancel: { cancellations.withLock { $0 += 1 } }).signal()
      .subscribe { value in received.withLock { $0.append(value) } }
    publisher.send(1)
    subscription.dispose()
    publisher.send(2)
    #expect(received.withLock { $0 } == [1])
    #expect(cancellations.withLock { $0 } == 1)
  }

  @Test("stops an endless publisher when the subscription ends inside its first value")
  func endless() async {
    let numbers: Signal<Int, Never> = (1...).publisher.signal()
    #expect(await numbers.take(3).collect() == [1, 2, 3])
  }

  @Test("there and back again, a signal is the same")
  func roundTrip() async {
    let signal: Signal<Int, Never> = Signal([1, 2, 3])
    #expect(await signal.publisher().signal().collect() == [1, 2, 3])
  }
}
