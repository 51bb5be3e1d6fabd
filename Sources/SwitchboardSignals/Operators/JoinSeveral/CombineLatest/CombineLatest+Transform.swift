extension Signal {
  /// Sends what `transform` makes of the latest values of two signals, each time one of them sends a value.
  /// See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol>(
    _ a: A, _ b: B,
    _ transform: @escaping @Sendable (A.Value, B.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal),
        ],
        { transform(placeA.value, placeB.value) }
      )
    }
  }

  /// Sends what `transform` makes of the latest values of three signals, each time one of them sends a value.
  /// See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol>(
    _ a: A, _ b: B, _ c: C,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
        ],
        { transform(placeA.value, placeB.value, placeC.value) }
      )
    }
  }

  /// Sends what `transform` makes of the latest values of four signals, each time one of them sends a value.
  /// See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      let placeD = LatestOf<D.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal),
        ],
        { transform(placeA.value, placeB.value, placeC.value, placeD.value) }
      )
    }
  }

  /// Sends what `transform` makes of the latest values of five signals, each time one of them sends a value.
  /// See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      let placeD = LatestOf<D.Value>()
      let placeE = LatestOf<E.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal),
        ],
        { transform(placeA.value, placeB.value, placeC.value, placeD.value, placeE.value) }
      )
    }
  }

  /// Sends what `transform` makes of the latest values of six signals, each time one of them sends a value.
  /// See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) -> Value
  ) -> Signal
  where
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure,
    F.Failure == Failure
  {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      let placeD = LatestOf<D.Value>()
      let placeE = LatestOf<E.Value>()
      let placeF = LatestOf<F.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal), placeF.input(from: f.signal),
        ],
        { transform(placeA.value, placeB.value, placeC.value, placeD.value, placeE.value, placeF.value) }
      )
    }
  }
}
