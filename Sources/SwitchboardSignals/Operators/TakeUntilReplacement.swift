public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends this signal's values until `replacement` sends something, and from then on what that sends.
  ///
  /// This signal's completion does not count: the result waits for the replacement, whose completion and error end it. Its own
  /// error ends it while it has not been replaced. The replacement is subscribed to first; if it sends at once this signal
  /// never is. If either dies, the result ends when the other has ended. Serial, whatever threads the two send on (R6). Source:
  /// RACSignal takeUntilReplacement.
  ///
  /// Cost: one send through an observer per value.
  @inlinable
  public func take<Replacement: SignalProtocol>(
    untilReplacement replacement: Replacement
  ) -> Signal<Value, Failure>
  where Replacement.Value == Value, Replacement.Failure == Failure {
    let (source, replacement) = (signal, replacement.signal)
    return Signal(attach: { sink, chain in
      let isReplaced = SerialState(false)
      let hasCome = Flag()
      let running = RunningSources(2)
      let observer = Observer(
        Sink<EitherValue<Value, Value>, Failure>(
          value: { value in
            switch value {
            case .first(let first): if !isReplaced.value { sink.value(first) }
            case .second(let second):
              isReplaced.value = true
              sink.value(second)
            }
          }, terminal: sink.terminal), partOf: chain)
      chain.add(observer.subscriber)
      let original = Branch(onLoss: { [weak observer, weak chain] in
        if running.oneWasLost() { RunningSources.end(chain, after: observer) }
      })
      let substitute = Branch(onLoss: { [weak observer, weak chain] in
        if running.oneWasLost() || hasCome.isRaised { RunningSources.end(chain, after: observer) }
      })
      chain.add(original)
      chain.add(substitute)
      replacement.attach(
        Sink(
          value: { value in
            if !hasCome.isRaised {
              hasCome.raise()
              _ = original.finish()
            }
            observer.send(.second(value))
          },
          terminal: { terminal in
            _ = substitute.finish()
            observer.send(terminal)
          }), substitute)
      if observer.isDisposed || original.isDisposed { return }
      source.attach(
        Sink(
          value: { observer.send(.first($0)) },
          terminal: { terminal in
            guard original.finish() else { return }
            if case .error(let error) = terminal { return observer.send(error: error) }
            // The replacement may have died.
            if running.oneWasLost() { RunningSources.end(chain, after: observer) }
          }), original)
    })
  }
}
