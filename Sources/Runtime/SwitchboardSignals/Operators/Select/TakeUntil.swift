import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends values until `trigger` sends a value or completes, then completes.
  ///
  /// Subscribes to the trigger first. If the trigger fires immediately, the source is never subscribed to. Ignores an
  /// error of the trigger: the source continues. Deliveries are serial, whatever threads the two signals send on
  /// (promise R6).
  ///
  /// Cost: one send through an observer per value.
  ///
  /// - Parameter trigger: Its first value or its completion ends the result. What its value is does not matter.
  public func take<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure>
  where Trigger.Failure == Never { taking(until: trigger.signal) }

  /// Like ``take(until:)``, for a trigger that can fail.
  @_disfavoredOverload
  public func take<Trigger: SignalProtocol>(until trigger: Trigger) -> Signal<Value, Failure> {
    taking(until: trigger.signal)
  }

  func taking<Fired, Failed: Error>(until trigger: Signal<Fired, Failed>) -> Signal<Value, Failure> {
    let source = signal
    return Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      let side = chain.side()
      trigger.attach(
        Sink(
          value: { _ in observer.sendCompleted() },
          terminal: { terminal in
            _ = side.finish()
            if !terminal.isError { observer.sendCompleted() }
          }), side)
      if observer.isDisposed { return }
      source.attach(to: observer, partOf: chain) { observer.send($0) }
    })
  }

  /// Sends this signal's values until `replacement` sends a value, then the values of `replacement`.
  ///
  /// Completion of this signal does not complete the returned signal, which waits for the replacement. Completion or an
  /// error of the replacement ends the returned signal. An error of this signal ends the returned signal only before
  /// the replacement has sent a value. Subscribes to the replacement first. If the replacement sends a value
  /// immediately, this signal is never subscribed to. If either signal ends without a terminal event, the returned
  /// signal ends when the other signal has ended. Deliveries are serial, whatever threads the two signals send on
  /// (promise R6).
  ///
  /// Cost: one send through an observer per value.
  ///
  /// - Parameter replacement: Subscribed to before this signal. Its first value ends the subscription to this signal.
  public func take<Replacement: SignalProtocol>(
    untilReplacement replacement: Replacement
  ) -> Signal<Value, Failure>
  where Replacement.Value == Value, Replacement.Failure == Failure {
    let (source, replacement) = (signal, replacement.signal)
    return Signal(attach: { sink, chain in
      // Guarded by the observer's lock.
      let isReplaced = SerialState(false)
      let hasCome = Flag()
      let observer = Observer(sink, partOf: chain)
      let join = Join(2, observer.broadcaster.registry, chain)
      let original = Branch(onLoss: { join.isLost($0) })
      let substitute = Branch(onLoss: { _ in if join.oneWasLost() || hasCome.isRaised { join.end() } })
      chain.add(original)
      chain.add(substitute)
      replacement.attach(
        Sink(
          value: { value in
            if !hasCome.isRaised {
              hasCome.raise()
              _ = original.finish()
            }
            observer.broadcaster.send(value) { isReplaced.value = true }
          },
          terminal: { terminal in
            _ = substitute.finish()
            observer.send(terminal)
          }), substitute)
      if observer.isDisposed || original.isDisposed { return }
      source.attach(
        Sink(
          value: { value in observer.broadcaster.send(if: { !isReplaced.value }, { value }) },
          terminal: { terminal in
            guard original.finish() else { return }
            if case .error(let error) = terminal { return observer.send(error: error) }
            // The replacement may have ended without a terminal event.
            join.isLost()
          }), original)
    })
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends this signal's values until `other` sends a value. See ``take(untilReplacement:)``.
  ///
  /// - Parameter other: Subscribed to before this signal. Its first value ends the subscription to this signal.
  @_disfavoredOverload
  public func take<Other: SignalProtocol>(
    untilReplacement other: Other
  ) -> Signal<Value, Failure> where Other.Value == Value, Other.Failure == Never {
    take(untilReplacement: other.signal.promoted() as Signal<Other.Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends this signal's values until `other` sends a value. See ``take(untilReplacement:)``.
  @_disfavoredOverload
  public func take<Other: SignalProtocol>(
    untilReplacement other: Other
  ) -> Signal<Value, Other.Failure> where Other.Value == Value {
    setFailureType(to: Other.Failure.self).take(untilReplacement: other)
  }
}
