public import SwitchboardBroadcast

extension Signal {
  /// Makes a resource, and a signal that uses the resource, for each subscription. Disposes the resource once, when the
  /// subscription ends for whatever reason, before a terminal handler runs.
  ///
  /// - Parameters:
  ///   - makeResource: Makes the resource, inside `subscribe`.
  ///   - makeSignal: Returns the signal that uses the resource. Not called if the subscription ends before.
  public static func using<Resource: Disposable, Used: SignalProtocol>(
    _ makeResource: @escaping @Sendable () -> Resource, _ makeSignal: @escaping @Sendable (Resource) -> Used
  ) -> Signal where Used.Value == Value, Used.Failure == Failure {
    Signal(attach: { sink, chain in
      if chain.isDisposed { return }
      let resource = makeResource()
      chain.add(resource)
      if chain.isDisposed { return }
      let signal = makeSignal(resource).signal
      if !chain.isDisposed { signal.attach(sink, chain) }
    })
  }
}
