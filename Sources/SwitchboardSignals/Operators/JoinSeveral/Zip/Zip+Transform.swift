extension Signal {
  /// Sends what `transform` makes of the first values of two signals, then of the second values, and so on.
  /// See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol>(
    _ a: A, _ b: B,
    _ transform: @escaping @Sendable (A.Value, B.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal),
        ],
        { transform(placeA.next(), placeB.next()) }
      )
    }
  }

  /// Sends what `transform` makes of the first values of three signals, then of the second values, and so on.
  /// See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol>(
    _ a: A, _ b: B, _ c: C,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
        ],
        { transform(placeA.next(), placeB.next(), placeC.next()) }
      )
    }
  }

  /// Sends what `transform` makes of the first values of four signals, then of the second values, and so on.
  /// See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      let placeD = ZippedOf<D.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal),
        ],
        { transform(placeA.next(), placeB.next(), placeC.next(), placeD.next()) }
      )
    }
  }

  /// Sends what `transform` makes of the first values of five signals, then of the second values, and so on.
  /// See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) -> Value
  ) -> Signal
  where A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      let placeD = ZippedOf<D.Value>()
      let placeE = ZippedOf<E.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal),
        ],
        { transform(placeA.next(), placeB.next(), placeC.next(), placeD.next(), placeE.next()) }
      )
    }
  }

  /// Sends what `transform` makes of the first values of six signals, then of the second values, and so on.
  /// See ``zip(_:)``.
  @inlinable
  public static func zip<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) -> Value
  ) -> Signal
  where
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure,
    F.Failure == Failure
  {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      let placeD = ZippedOf<D.Value>()
      let placeE = ZippedOf<E.Value>()
      let placeF = ZippedOf<F.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal), placeF.input(from: f.signal),
        ],
        { transform(placeA.next(), placeB.next(), placeC.next(), placeD.next(), placeE.next(), placeF.next()) }
      )
    }
  }
}
