public import SwitchboardBroadcast

extension SignalProtocol {
  /// Sends this signal's values and, once it has completed, those of `next`, which is subscribed to only then. An error of
  /// either ends it. Source: RACSignal concat.
  ///
  /// Cost: one call per value.
  @inlinable
  public func concat<Next: SignalProtocol>(_ next: Next) -> Signal<Value, Failure>
  where Next.Value == Value, Next.Failure == Failure {
    let attach = signal.attach
    let next = next.signal
    return Signal(attach: { sink, chain in
      let first = Branch(carrying: chain)
      chain.add(first)
      attach(
        Sink(
          value: sink.value,
          terminal: { terminal in
            chain.remove(first)
            _ = first.finish()
            switch terminal {
            case .error: sink.terminal(terminal)
            case .completed: if !chain.isDisposed { next.attach(sink, chain) }
            }
          }),
        first)
    })
  }
}
