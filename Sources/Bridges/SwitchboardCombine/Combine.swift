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

  extension SignalProtocol {
    /// Returns the signal as a publisher of Combine.
    ///
    /// A signal does not wait for demand. `buffering` says which values are kept for a subscriber that has not demanded
    /// them; a demanded value is never dropped. The signal's end follows the kept values. Each subscriber has a
    /// subscription of its own, which ends when the subscriber cancels.
    ///
    /// Cost: two locks for each value. Threading: one call of the subscriber at a time, on the thread that sends or
    /// that demands.
    public func publisher(
      buffering: ValuesBuffering = .unbounded, fileID: StaticString = #fileID, line: UInt32 = #line
    ) -> SignalPublisher<Value, Failure> {
      SignalPublisher(signal: signal, buffering: buffering, fileID: fileID, line: line)
    }
  }

  /// A signal as a publisher: ``Switchboard/SignalProtocol/publisher(buffering:fileID:line:)``.
  public struct SignalPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let signal: Signal<Output, Failure>
    let buffering: ValuesBuffering
    let fileID: StaticString
    let line: UInt32

    /// Subscribes to the signal. Values that the signal sends at once are kept until the subscriber demands them.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let subscription = SignalSubscription<Output, Failure>(
        buffering, receive: { subscriber.receive($0) }, complete: { subscriber.receive(completion: $0) })
      subscriber.receive(subscription: subscription)
      subscription.start(signal, fileID, line)
    }
  }

  extension Publisher where Output: Sendable {
    /// Returns the publisher as a cold signal. Each subscription subscribes to the publisher, with unlimited demand,
    /// and cancels when it ends, also while the publisher sends its first values.
    ///
    /// The publisher must allow subscriptions from any thread, as the publishers of Combine do.
    public func signal() -> Signal<Output, Failure> {
      makeSignal(Unchecked { receive(subscriber: $0) })
    }
  }

  /// A function of its own, because a closure of the extension would capture the type of the publisher.
  private func makeSignal<Value, Failure>(
    _ attach: Unchecked<(SignalSubscriber<Value, Failure>) -> Void>
  ) -> Signal<Value, Failure> {
    Signal { observer, bag in attach.value(SignalSubscriber(observer, bag)) }
  }

  /// The subscriber that sends what a publisher publishes to the observer of a signal.
  private final class SignalSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    private let observer: Observer<Input, Failure>
    private let bag: CompositeDisposable

    init(_ observer: Observer<Input, Failure>, _ bag: CompositeDisposable) {
      (self.observer, self.bag) = (observer, bag)
    }

    func receive(subscription: any PublisherSubscription) {
      let upstream = Unchecked(subscription)
      // Before the demand, because an endless publisher sends until it is cancelled.
      bag.add(ActionDisposable { upstream.value.cancel() })
      if !observer.isDisposed { subscription.request(.unlimited) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      observer.send(input, fileID: "Publisher.signal", line: 0)
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      switch completion {
      case .finished: observer.sendCompleted(fileID: "Publisher.signal", line: 0)
      case .failure(let error): observer.send(error: error, fileID: "Publisher.signal", line: 0)
      }
    }
  }

  /// Sound: publishers, subscribers and their subscriptions may be used from any thread.
  struct Unchecked<Content>: @unchecked Sendable {
    let value: Content
    init(_ value: Content) { self.value = value }
  }
#endif
