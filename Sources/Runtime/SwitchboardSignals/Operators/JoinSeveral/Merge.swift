import SwitchboardBroadcast

extension Signal {
  /// Sends the values of all `sources` as they come. Completes when all sources have completed, or immediately if there
  /// is no source. Fails when a source fails. If a source ends without a terminal event, the returned signal ends
  /// without a terminal event after the other sources have ended.
  ///
  /// Subscribes to the sources in order. After a source has failed, the sources behind it are not subscribed to.
  /// Deliveries are serial, whatever threads the sources send on (promise R6). No lock is held while a handler runs
  /// (promise R4).
  ///
  /// Cost: one send through an observer per value.
  ///
  /// - Parameter sources: The signals to subscribe to, in this order.
  public static func merge<Sources: Sequence>(_ sources: Sources) -> Signal
  where Sources.Element: SignalProtocol, Sources.Element.Value == Value, Sources.Element.Failure == Failure {
    merging(sources.map(\.signal))
  }

  /// Sends the values of both sources as they come: `Signal.merge(numbers, .just(1))`. See `merge(_:)`.
  public static func merge(
    _ a: some SignalProtocol<Value, Failure>, _ b: some SignalProtocol<Value, Failure>
  ) -> Signal { merging([a.signal, b.signal]) }

  /// Sends the values of three sources as they come. See `merge(_:)`.
  ///
  /// - Parameters:
  ///   - a: The source to subscribe to first.
  ///   - b: The second source.
  ///   - c: The third source.
  public static func merge(
    _ a: some SignalProtocol<Value, Failure>, _ b: some SignalProtocol<Value, Failure>,
    _ c: some SignalProtocol<Value, Failure>
  ) -> Signal { merging([a.signal, b.signal, c.signal]) }

  /// Sends the values of all `sources`, which may be signals and subjects, as they come. See ``merge(_:)``.
  @_disfavoredOverload
  public static func merge(_ sources: any SignalProtocol<Value, Failure>...) -> Signal {
    merging(sources.map { $0.signal })
  }

  static func merging(_ sources: [Signal]) -> Signal {
    Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      if sources.isEmpty { return observer.sendCompleted() }
      let join = Join(sources.count, observer.broadcaster.registry, chain)
      for source in sources {
        guard let branch = join.branch() else { return }
        source.attach(
          Sink(
            value: { observer.send($0) },
            terminal: { terminal in
              join.leave(branch)
              observer.send(terminal, in: join)
            }), branch)
      }
    })
  }
}

extension SignalProtocol {
  /// Sends the values of both signals as they come. Completes when both signals have completed, and fails when either
  /// signal fails. See `Signal.merge(_:)`.
  ///
  /// - Parameter other: Subscribed to after this signal, unless this signal has failed by then.
  public func merge(with other: some SignalProtocol<Value, Failure>) -> Signal<Value, Failure> {
    .merging([signal, other.signal])
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the values of both signals as they come. See ``merge(with:)``.
  @_disfavoredOverload
  public func merge(with other: some SignalProtocol<Value, Never>) -> Signal<Value, Failure> {
    merge(with: other.promoted() as Signal<Value, Failure>)
  }
}

extension SignalProtocol where Failure == Never {
  /// Sends the values of both signals as they come. See ``merge(with:)``.
  @_disfavoredOverload
  public func merge<NewFailure>(
    with other: some SignalProtocol<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { setFailureType(to: NewFailure.self).merge(with: other) }
}
