public import SwitchboardBroadcast

extension SignalProtocol {
  /// Runs a closure for each event, before the event is passed on. Source: RACSignal doNext and related operators.
  ///
  /// - Parameters:
  ///   - initially: Runs before each subscription to the source.
  ///   - doNext: Runs before each value is passed on.
  ///   - doError: Runs before an error is passed on.
  ///   - doCompleted: Runs before completion is passed on.
  ///   - finally: Runs before a terminal event is passed on, after `doError` or `doCompleted`. Does not run on
  ///     disposal.
  ///   - onDispose: Runs once, when the subscription ends for whatever reason: by disposal, by a terminal event, or
  ///     because the source ended without a terminal event.
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

  /// Runs `action` before each value is passed on. See
  /// ``handleEvents(initially:doNext:doError:doCompleted:finally:onDispose:)``.
  @inlinable public func doNext(_ action: @escaping @Sendable (Value) -> Void) -> Signal<Value, Failure> {
    handleEvents(doNext: action)
  }

  /// Runs `action` before an error is passed on.
  @inlinable public func doError(_ action: @escaping @Sendable (Failure) -> Void) -> Signal<Value, Failure> {
    handleEvents(doError: action)
  }

  /// Runs `action` before completion is passed on.
  @inlinable public func doCompleted(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(doCompleted: action)
  }

  /// Runs `action` before each subscription to the source.
  @inlinable public func initially(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(initially: action)
  }

  /// Runs `action` before a terminal event is passed on. Does not run `action` on disposal.
  @inlinable public func finally(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(finally: action)
  }

  /// Runs `action` once for each subscription, when the subscription ends for whatever reason.
  @inlinable public func onDispose(_ action: @escaping @Sendable () -> Void) -> Signal<Value, Failure> {
    handleEvents(onDispose: action)
  }
}
