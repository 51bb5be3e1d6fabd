extension Signal {
  /// Combines the latest values of 2 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol>(
    _ a: A, _ b: B
  ) -> Signal
  where
    Value == (A.Value, B.Value),
    A.Failure == Failure, B.Failure == Failure
  {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      return ([placeA.input(from: a.signal), placeB.input(from: b.signal)], { (placeA.value, placeB.value) })
    }
  }

  /// Combines the latest values of 3 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol>(
    _ a: A, _ b: B, _ c: C
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure
  {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      return (
        [placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal)],
        { (placeA.value, placeB.value, placeC.value) }
      )
    }
  }

  /// Combines the latest values of 4 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure
  {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      let placeD = LatestOf<D.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal),
        ], { (placeA.value, placeB.value, placeC.value, placeD.value) }
      )
    }
  }

  /// Combines the latest values of 5 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value, E.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure
  {
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
        ], { (placeA.value, placeB.value, placeC.value, placeD.value, placeE.value) }
      )
    }
  }

  /// Combines the latest values of 6 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value),
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
        { (placeA.value, placeB.value, placeC.value, placeD.value, placeE.value, placeF.value) }
      )
    }
  }

  /// Combines the latest values of 7 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol,
    G: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure,
    F.Failure == Failure, G.Failure == Failure
  {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      let placeD = LatestOf<D.Value>()
      let placeE = LatestOf<E.Value>()
      let placeF = LatestOf<F.Value>()
      let placeG = LatestOf<G.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal), placeF.input(from: f.signal),
          placeG.input(from: g.signal),
        ],
        { (placeA.value, placeB.value, placeC.value, placeD.value, placeE.value, placeF.value, placeG.value) }
      )
    }
  }

  /// Combines the latest values of 8 signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol,
    G: SignalProtocol, H: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value, G.Value, H.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure,
    F.Failure == Failure, G.Failure == Failure, H.Failure == Failure
  {
    joiningLatest {
      let placeA = LatestOf<A.Value>()
      let placeB = LatestOf<B.Value>()
      let placeC = LatestOf<C.Value>()
      let placeD = LatestOf<D.Value>()
      let placeE = LatestOf<E.Value>()
      let placeF = LatestOf<F.Value>()
      let placeG = LatestOf<G.Value>()
      let placeH = LatestOf<H.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal), placeF.input(from: f.signal),
          placeG.input(from: g.signal), placeH.input(from: h.signal),
        ],
        {
          (
            placeA.value, placeB.value, placeC.value, placeD.value, placeE.value, placeF.value, placeG.value,
            placeH.value
          )
        }
      )
    }
  }
}
