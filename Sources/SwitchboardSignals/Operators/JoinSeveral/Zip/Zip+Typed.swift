extension Signal {
  /// Zips 2 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol>(
    _ a: A, _ b: B
  ) -> Signal
  where
    Value == (A.Value, B.Value),
    A.Failure == Failure, B.Failure == Failure
  {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      return ([placeA.input(from: a.signal), placeB.input(from: b.signal)], { (placeA.next(), placeB.next()) })
    }
  }

  /// Zips 3 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol>(
    _ a: A, _ b: B, _ c: C
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure
  {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      return (
        [placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal)],
        { (placeA.next(), placeB.next(), placeC.next()) }
      )
    }
  }

  /// Zips 4 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure
  {
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      let placeD = ZippedOf<D.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal),
        ], { (placeA.next(), placeB.next(), placeC.next(), placeD.next()) }
      )
    }
  }

  /// Zips 5 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value, E.Value),
    A.Failure == Failure, B.Failure == Failure, C.Failure == Failure, D.Failure == Failure, E.Failure == Failure
  {
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
        ], { (placeA.next(), placeB.next(), placeC.next(), placeD.next(), placeE.next()) }
      )
    }
  }

  /// Zips 6 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Signal
  where
    Value == (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value),
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
        { (placeA.next(), placeB.next(), placeC.next(), placeD.next(), placeE.next(), placeF.next()) }
      )
    }
  }

  /// Zips 7 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<
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
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      let placeD = ZippedOf<D.Value>()
      let placeE = ZippedOf<E.Value>()
      let placeF = ZippedOf<F.Value>()
      let placeG = ZippedOf<G.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal), placeF.input(from: f.signal),
          placeG.input(from: g.signal),
        ],
        { (placeA.next(), placeB.next(), placeC.next(), placeD.next(), placeE.next(), placeF.next(), placeG.next()) }
      )
    }
  }

  /// Zips 8 signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<
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
    zipping {
      let placeA = ZippedOf<A.Value>()
      let placeB = ZippedOf<B.Value>()
      let placeC = ZippedOf<C.Value>()
      let placeD = ZippedOf<D.Value>()
      let placeE = ZippedOf<E.Value>()
      let placeF = ZippedOf<F.Value>()
      let placeG = ZippedOf<G.Value>()
      let placeH = ZippedOf<H.Value>()
      return (
        [
          placeA.input(from: a.signal), placeB.input(from: b.signal), placeC.input(from: c.signal),
          placeD.input(from: d.signal), placeE.input(from: e.signal), placeF.input(from: f.signal),
          placeG.input(from: g.signal), placeH.input(from: h.signal),
        ],
        {
          (
            placeA.next(), placeB.next(), placeC.next(), placeD.next(), placeE.next(), placeF.next(), placeG.next(),
            placeH.next()
          )
        }
      )
    }
  }
}
