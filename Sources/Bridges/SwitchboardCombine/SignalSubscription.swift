#if canImport(Combine)
  import Combine
#elseif canImport(OpenCombine)
  import OpenCombine
#endif

#if canImport(Combine) || canImport(OpenCombine)
  import Switchboard
  import SwitchboardBroadcast
  import Synchronization

  /// The subscription of a publisher's subscriber to a signal.
  ///
  /// One caller at a time gives the subscriber its values; others leave theirs in the state. Values and the subscriber
  /// are released without the lock, because their deinit may send, demand or cancel.
  final class SignalSubscription<Value: Sendable, Failure: Error>: PublisherSubscription, Sendable {
    typealias State = SubscriberState<Value, Failure>

    private let state: Mutex<State>
    /// Has the subscription to the signal before the signal's first value, which may be one of endlessly many.
    private let upstream = CompositeDisposable()

    init(
      _ buffering: ValuesBuffering, receive: @escaping (Value) -> Subscribers.Demand,
      complete: @escaping (Subscribers.Completion<Failure>) -> Void
    ) {
      state = Mutex(State(buffering, Unchecked((receive, complete))))
    }

    /// The signal keeps this object until it ends or the subscriber cancels.
    func start(_ signal: Signal<Value, Failure>, _ fileID: StaticString, _ line: UInt32) {
      signal.subscribe(
        into: upstream, fileID: fileID, line: line,
        onNext: { value in self.deliver { $0.add(value) } },
        onError: { error in
          self.deliver {
            $0.end(.failure(error))
            return nil
          }
        },
        onCompleted: {
          self.deliver {
            $0.end(.finished)
            return nil
          }
        })
    }

    func request(_ demand: Subscribers.Demand) {
      deliver {
        $0.request(demand)
        return nil
      }
    }

    func cancel() {
      let dropped = state.withLock { $0.close() }
      withExtendedLifetime(dropped) {}
      upstream.dispose()
    }

    /// Changes the state, and gives the subscriber what it may have now, unless another call does so already.
    ///
    /// - Parameter change: Returns the value that is dropped, if any.
    private func deliver(after change: (inout State) -> Value?) {
      let (isFirst, dropped) = state.withLock { state in
        let dropped = change(&state)
        return (state.beginDelivery(), dropped)
      }
      withExtendedLifetime(dropped) {}
      if !isFirst { return }
      while let (event, downstream) = state.withLock({ $0.next() }) {
        switch event {
        case .value(let value):
          let demand = downstream.value.receive(value)
          state.withLock { $0.request(demand) }
        case .end(let completion): downstream.value.complete(completion)
        }
      }
    }
  }

  /// What a subscriber has demanded, and what waits for its demand.
  struct SubscriberState<Value: Sendable, Failure: Error>: Sendable {
    typealias Downstream = Unchecked<
      (receive: (Value) -> Subscribers.Demand, complete: (Subscribers.Completion<Failure>) -> Void)
    >
    enum Event {
      case value(Value)
      case end(Subscribers.Completion<Failure>)
    }

    /// The subscriber; nil after the end and after a cancellation.
    private var downstream: Downstream?
    /// The number of values that were demanded and not delivered; the greatest number for unlimited demand.
    private var demand = 0
    /// The values that were demanded while a delivery was in progress.
    private var demanded = RingBuffer<Value>(limit: .max)
    /// The values that the subscriber has not demanded, as many as the policy allows.
    private var kept: RingBuffer<Value>
    private let keepsOldest: Bool
    private var completion: Unchecked<Subscribers.Completion<Failure>>?
    private var isDelivering = false

    init(_ buffering: ValuesBuffering, _ downstream: Downstream) {
      self.downstream = downstream
      switch buffering {
      case .unbounded: (kept, keepsOldest) = (RingBuffer(limit: .max), false)
      case .newest(let count): (kept, keepsOldest) = (RingBuffer(limit: max(0, count)), false)
      case .oldest(let count): (kept, keepsOldest) = (RingBuffer(limit: max(0, count)), true)
      }
    }

    /// Adds a value. Returns the value that is dropped, if any.
    mutating func add(_ value: Value) -> Value? {
      if downstream == nil { return value }
      if demanded.count < demand { return demanded.append(value) }
      if keepsOldest, kept.count == kept.limit { return value }
      return kept.append(value)
    }

    mutating func end(_ completion: Subscribers.Completion<Failure>) { self.completion = Unchecked(completion) }

    mutating func request(_ more: Subscribers.Demand) {
      let (sum, overflows) = demand.addingReportingOverflow(more.max ?? .max)
      demand = overflows ? .max : sum
      while demanded.count < demand, let value = kept.popFirst() { _ = demanded.append(value) }
    }

    /// Returns whether the caller has to deliver.
    mutating func beginDelivery() -> Bool {
      if isDelivering || downstream == nil { return false }
      isDelivering = true
      return true
    }

    /// Takes out what the subscriber may have next. Otherwise ends the delivery.
    mutating func next() -> (Event, Downstream)? {
      if let downstream {
        if let value = demanded.popFirst() {
          if demand != .max { demand -= 1 }
          return (.value(value), downstream)
        }
        if kept.count == 0, let completion {
          self.downstream = nil
          return (.end(completion.value), downstream)
        }
      }
      isDelivering = false
      return nil
    }

    /// Ends without an event. Returns what the state has held.
    mutating func close() -> some Sendable {
      defer {
        downstream = nil
        demanded = RingBuffer(limit: 0)
        kept = RingBuffer(limit: 0)
      }
      return (downstream, demanded, kept)
    }
  }
#endif
