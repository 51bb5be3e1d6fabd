extension Signal {
  /// Sends the values of all `sources` as they come; completes when all have, at once if there is none; fails when one does. If
  /// one dies without a terminal event, ends without one when the others have ended.
  ///
  /// They are subscribed to in order; once one has failed, those behind it never are. Serial, whatever threads they send on
  /// (R6), and no lock is held while a handler runs (R4). Source: RACSignal merge.
  ///
  /// Cost: one send through an observer per value.
  @inlinable
  public static func merge<Sources: Sequence>(_ sources: Sources) -> Signal
  where Sources.Element: SignalProtocol, Sources.Element.Value == Value, Sources.Element.Failure == Failure {
    merging(sources.map(\.signal))
  }

  /// Sends the values of all `sources`, which may be signals and subjects, as they come. See ``merge(_:)``.
  @inlinable
  public static func merge(_ sources: any SignalProtocol<Value, Failure>...) -> Signal {
    merging(sources.map { $0.signal })
  }

  @inlinable
  static func merging(_ sources: [Signal]) -> Signal {
    Signal(attach: { sink, chain in
      let observer = Observer(sink, partOf: chain)
      chain.add(observer.subscriber)
      chain.attach(sources.map { JoinedSource($0) { observer.send($0) } }, joinedBy: observer)
    })
  }
}

extension SignalProtocol {
  /// Sends the values of both signals as they come; completes when both have, fails when one does. See
  /// ``Signal/merge(_:)``.
  @inlinable
  public func merge<Other: SignalProtocol>(with other: Other) -> Signal<Value, Failure>
  where Other.Value == Value, Other.Failure == Failure { .merging([signal, other.signal]) }
}
