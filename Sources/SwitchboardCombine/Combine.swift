#if canImport(Combine)
  public import Combine
  /// The subscription of a publisher. `Switchboard` has a type of the same name.
  public typealias PublisherSubscription = Combine.Subscription
#elseif canImport(OpenCombine)
  public import OpenCombine
  /// The subscription of a publisher. `Switchboard` has a type of the same name.
  public typealias PublisherSubscription = OpenCombine.Subscription
#endif

#if canImport(Combine) || canImport(OpenCombine)
  public import Switchboard
  import Synchronization

  extension SignalProtocol {
    /// Returns the signal as a publisher of Combine.
    ///
    /// A signal does not wait for demand. `buffering` says which values are kept for a subscriber that has not demanded
    /// them. The signal's end follows the kept values. Each subscriber has a subscription of its own, which ends when
    /// the subscriber cancels.
    ///
    /// Cost: two locks for each value. Threading: one call of the subscriber at a time, on the thread that sends or
    /// that demands.
    public func publisher(buffering: ValuesBuffering = .unbounded) -> SignalPublisher<Value, Failure> {
      SignalPublisher(signal: signal, buffering: buffering)
    }
  }

  extension Publisher where Output: Sendable {
    /// Returns the publisher as a cold signal. Each subscription subscribes to the publisher, with unlimited demand,
    /// and cancels when it ends.
    ///
    /// The publisher must allow subscriptions from any thread, as the publishers of Combine do.
    public func signal() -> Signal<Output, Failure> {
      makeSignal(
        Unchecked { observer in
          sink(
            receiveCompletion: { completion in
              switch completion {
              case .finished: observer.sendCompleted()
              case .failure(let error): observer.send(error: error)
              }
            },
            receiveValue: { observer.send($0) })
        })
    }
  }

  /// A function of its own, because a closure of the extension would capture the type of the publisher.
  private func makeSignal<Value, Failure>(
    _ subscribe: Unchecked<(Observer<Value, Failure>) -> AnyCancellable>
  ) -> Signal<Value, Failure> {
    Signal { observer in
      let cancellable = Unchecked(subscribe.value(observer))
      return ActionDisposable { cancellable.value.cancel() }
    }
  }

  /// A signal as a publisher: ``Switchboard/SignalProtocol/publisher(buffering:)``.
  public struct SignalPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let signal: Signal<Output, Failure>
    let buffering: ValuesBuffering

    /// Subscribes to the signal. Values that the signal sends at once are kept until the subscriber demands them.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let subscription = SignalSubscription<Output, Failure>(
        buffering, receive: { subscriber.receive($0).count },
        complete: { subscriber.receive(completion: $0) })
      subscriber.receive(subscription: subscription)
      subscription.start(signal)
    }
  }

  /// Sound: only the caller that has set `isDelivering` calls the subscriber, with `receive` and `complete`.
  private final class SignalSubscription<Value: Sendable, Failure: Error>: PublisherSubscription, @unchecked Sendable {
    private let buffering: ValuesBuffering
    private let receive: (Value) -> Int
    private let complete: (Subscribers.Completion<Failure>) -> Void
    private let state = Mutex(Waiting<Value, Failure>())
    private let upstream = SerialDisposable()

    init(
      _ buffering: ValuesBuffering, receive: @escaping (Value) -> Int,
      complete: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      self.buffering = buffering
      self.receive = receive
      self.complete = complete
    }

    /// Keeps this object until the signal ends or the subscriber cancels.
    func start(_ signal: Signal<Value, Failure>) {
      if upstream.isDisposed { return }
      upstream.disposable = signal.subscribe(
        onNext: { value in self.deliver { $0.add(value, self.buffering) } },
        onError: { error in self.deliver { $0.terminal = .error(error) } },
        onCompleted: { self.deliver { $0.terminal = .completed } })
    }

    func request(_ demand: Subscribers.Demand) {
      let count = demand.count
      deliver { $0.demand = $0.demand.saturating(count) }
    }

    func cancel() {
      // Released without the lock, because a value may run code when it is released.
      let kept = state.withLock { $0.close() }
      withExtendedLifetime(kept) {}
      upstream.dispose()
    }

    /// Changes the state, and gives the subscriber what it may have now, unless another call does so already.
    private func deliver(after change: (inout Waiting<Value, Failure>) -> Void) {
      let isFirst = state.withLock { state in
        if state.isDone { return false }
        change(&state)
        defer { state.isDelivering = true }
        return !state.isDelivering
      }
      if !isFirst { return }
      while let event = state.withLock({ $0.next() }) {
        switch event {
        case .value(let value):
          let count = receive(value)
          state.withLock { $0.demand = $0.demand.saturating(count) }
        case .error(let error): complete(.failure(error))
        case .completed: complete(.finished)
        }
      }
    }
  }

  /// What a subscriber has demanded, and what waits for its demand.
  private struct Waiting<Value: Sendable, Failure: Error>: Sendable {
    /// The number of demanded values that were not delivered; the greatest number for unlimited demand.
    var demand = 0
    var values: ArraySlice<Value> = []
    var terminal: SignalEvent<Value, Failure>?
    var isDelivering = false
    var isDone = false

    mutating func add(_ value: Value, _ buffering: ValuesBuffering) {
      let (limit, keepsNewest) =
        switch buffering {
        case .unbounded: (Int.max, false)
        case .newest(let count): (count, true)
        case .oldest(let count): (count, false)
        }
      if values.count >= demand.saturating(limit) {
        if !keepsNewest || limit == 0 { return }
        values.removeFirst()
      }
      values.append(value)
    }

    /// Removes what the subscriber may have next. Otherwise ends the delivery.
    mutating func next() -> SignalEvent<Value, Failure>? {
      if !isDone, demand > 0, let value = values.popFirst() {
        if demand != .max { demand -= 1 }
        return .value(value)
      }
      if !isDone, values.isEmpty, let terminal {
        isDone = true
        return terminal
      }
      isDelivering = false
      return nil
    }

    mutating func close() -> ArraySlice<Value> {
      isDone = true
      defer { values = [] }
      return values
    }
  }

  extension Subscribers.Demand {
    /// The number of values; the greatest number for unlimited demand.
    fileprivate var count: Int { max ?? .max }
  }

  extension Int {
    fileprivate func saturating(_ other: Int) -> Int {
      let (sum, overflows) = addingReportingOverflow(other)
      return overflows ? .max : sum
    }
  }

  /// Sound: publishers and their subscriptions may be used from any thread.
  private struct Unchecked<Content>: @unchecked Sendable {
    let value: Content
    init(_ value: Content) { self.value = value }
  }
#endif
