// What RxSwift, Combine and ReactiveSwift call the same thing. A program that uses one of these names does not compile,
// and the compiler says what to write. The names are no operators, so the documentation does not list them.

extension SignalProtocol {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write subscribe { … }; name an owner or a bag to end the subscription")
  @discardableResult
  public func sink(receiveValue: @escaping @Sendable (Value) -> Void) -> Subscription { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write subscribe(onNext: { … }, onError: { … }, onCompleted: { … })")
  @discardableResult
  public func sink(
    receiveCompletion: @escaping @Sendable (Any) -> Void, receiveValue: @escaping @Sendable (Value) -> Void
  ) -> Subscription { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write subscribe { … }")
  @discardableResult
  public func observeValues(_ onNext: @escaping @Sendable (Value) -> Void) -> Subscription { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write subscribe { … }")
  @discardableResult
  public func startWithValues(_ onNext: @escaping @Sendable (Value) -> Void) -> Subscription {
    fatalError("unavailable")
  }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write start(on:) to start the work there, or deliver(on:) to get values there")
  public func subscribe(on scheduler: Scheduler) -> Signal<Value, Failure> { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "deliver(on:)")
  public func receive(on scheduler: Scheduler) -> Signal<Value, Failure> { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "deliver(on:)")
  public func observe(on scheduler: Scheduler) -> Signal<Value, Failure> { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "replaceError(with:)")
  public func catchAndReturn(_ value: Value) -> Signal<Value, Never> { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write `signal`")
  public func eraseToAnyPublisher() -> Signal<Value, Failure> { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write `signal`")
  public func asObservable() -> Signal<Value, Failure> { fatalError("unavailable") }
}

extension SignalProtocol where Value: Equatable {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func removeDuplicates() -> Signal<Value, Failure> { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "distinctUntilChanged()")
  public func skipRepeats() -> Signal<Value, Failure> { fatalError("unavailable") }
}

extension ObserverProtocol {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ value: Value) { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "send(error:)")
  public func onError(_ error: Failure) { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "sendCompleted()")
  public func onCompleted() { fatalError("unavailable") }
}

extension Property {
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "set `value`")
  public func accept(_ value: Value) { fatalError("unavailable") }
}

extension Subscription {
  @_documentation(visibility: internal)
  @available(*, unavailable, renamed: "dispose()")
  public func cancel() { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "pass subscribe an owner or a bag: subscribe(owner:), subscribe(into:)")
  public func disposed<Bag>(by bag: Bag) { fatalError("unavailable") }

  @_documentation(visibility: internal)
  @available(*, unavailable, message: "pass subscribe an owner or a bag: subscribe(owner:), subscribe(into:)")
  public func store<Bag>(in bag: inout Bag) { fatalError("unavailable") }
}
