public import SwitchboardBroadcast

extension SignalProtocol {
  /// Runs closures beside the events, each before the event goes on. Source: RACSignal doNext and its kin.
  ///
  /// - Parameters:
  ///   - initially: Before the source is subscribed to, for each subscription.
  ///   - doNext: Before each value.
  ///   - doError: Before an error.
  ///   - doCompleted: Before completion.
  ///   - finally: Before either terminal event, after `doError` or `doCompleted`. Not on disposal.
  ///   - onDispose: Once, when the subscription ends for whatever reason: disposal, terminal event, or because the
  ///     source died.
  @inlinable
  public func handleEvents(
    initially: (@Sendable () -> Void)? = nil,
    doNext: (@Sendable (Value) -> Void)? = nil,
    doError: (@Sendable (Failure) -> Void)? = nil,
    doCompleted: (@Sendable () -> Void)? = nil,
    finally: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Signal<Value, Failure> {
    let attach = signal.attach
    return Signal(attach: { sink, chain in
      if let onDispose { chain.add(ActionDisposable(onDispose)) }
      initially?()
      if chain.isDisposed { return }
      attach(
        Sink(
          value: {
            doNext?($0)
            sink.value($0)
          },
          terminal: { terminal in
            switch terminal {
            case .error(let error): doError?(error)
            case .completed: doCompleted?()
            }
            finally?()
            sink.terminal(terminal)
          }),
        chain)
    })
  }

  /// Runs `action` before each value goes on. See ``handleEvents(initially:doNext:doError:doCompleted:finally:onDispose:)``.
  @inlinable public func doNext(_ action: @escaping @Sendable (Value) -> Void) -> Signal<Value, Failure> {
    handleEvents(doNext: action)
  }

  /// Runs `action` before an error goes on.
  @inlinable public func doError(_ action: @escaping @Sendable (Failure) -> Void) -> Signal<Value, Failure> {
    handleEvents(doError: action)
  }

  /// Runs `action` before completion goes on.
  @inlinable public func doCompleted(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(doCompleted: action)
  }

  /// Runs `action` before each subscription to the source.
  @inlinable public func initially(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(initially: action)
  }

  /// Runs `action` before either terminal event goes on; not on disposal.
  @inlinable public func finally(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(finally: action)
  }

  /// Runs `action` once for each subscription, when it ends for whatever reason.
  @inlinable public func onDispose(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(onDispose: action)
  }
}
