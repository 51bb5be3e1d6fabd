// All other forms call the forms with a closure.
extension Signal {
  /// Sends what `transform` makes of the first values of two signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>,
    _ transform: @escaping @Sendable (A, B) -> Value
  ) -> Signal {
    zipping(2) { sources in
      let (a, b) = (sources.add(a), sources.add(b))
      return { transform(a.next(), b.next()) }
    }
  }

  /// Sends what `transform` makes of the first values of three signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ transform: @escaping @Sendable (A, B, C) -> Value
  ) -> Signal {
    zipping(3) { sources in
      let (a, b, c) = (sources.add(a), sources.add(b), sources.add(c))
      return { transform(a.next(), b.next(), c.next()) }
    }
  }

  /// Sends what `transform` makes of the first values of four signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D) -> Value
  ) -> Signal {
    zipping(4) { sources in
      let (a, b, c, d) = (sources.add(a), sources.add(b), sources.add(c), sources.add(d))
      return { transform(a.next(), b.next(), c.next(), d.next()) }
    }
  }

  /// Sends what `transform` makes of the first values of five signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E) -> Value
  ) -> Signal {
    zipping(5) { sources in
      let (a, b, c, d, e) = (sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e))
      return { transform(a.next(), b.next(), c.next(), d.next(), e.next()) }
    }
  }

  /// Sends what `transform` makes of the first values of six signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F) -> Value
  ) -> Signal {
    zipping(6) { sources in
      let (a, b, c, d, e, f) = (
        sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e), sources.add(f)
      )
      return { transform(a.next(), b.next(), c.next(), d.next(), e.next(), f.next()) }
    }
  }

  /// Sends what `transform` makes of the first values of seven signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F, G>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F, G) -> Value
  ) -> Signal {
    zipping(7) { sources in
      let (a, b, c, d, e, f, g) = (
        sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e), sources.add(f), sources.add(g)
      )
      return { transform(a.next(), b.next(), c.next(), d.next(), e.next(), f.next(), g.next()) }
    }
  }

  /// Sends what `transform` makes of the first values of eight signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F, G, H) -> Value
  ) -> Signal {
    zipping(8) { sources in
      let (a, b, c, d, e, f, g, h) = (
        sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e), sources.add(f), sources.add(g),
        sources.add(h)
      )
      return { transform(a.next(), b.next(), c.next(), d.next(), e.next(), f.next(), g.next(), h.next()) }
    }
  }
}

// The values form a tuple.
extension Signal {
  /// Zips two signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    zip(a, b) { ($0, $1) }
  }

  /// Zips three signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    zip(a, b, c) { ($0, $1, $2) }
  }

  /// Zips four signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    zip(a, b, c, d) { ($0, $1, $2, $3) }
  }

  /// Zips five signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>
  ) -> Signal where Value == (A, B, C, D, E) {
    zip(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
  }

  /// Zips six signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F) {
    zip(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
  }

  /// Zips seven signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F, G>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G) {
    zip(a, b, c, d, e, f, g) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// Zips eight signals, each with its own type of values. See ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G, H) {
    zip(a, b, c, d, e, f, g, h) { ($0, $1, $2, $3, $4, $5, $6, $7) }
  }
}

// `Signal<Int, Never>.zip(a, b)`: the type before the dot says nothing about the values, which form a tuple.
extension Signal {
  /// Zips two signals, whatever the type before the dot. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>
  ) -> Signal<(A, B), OtherFailure> { .zip(a, b) }

  /// Zips three signals, whatever the type before the dot. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B, C, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>
  ) -> Signal<(A, B, C), OtherFailure> { .zip(a, b, c) }

  /// Zips four signals, whatever the type before the dot. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B, C, D, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>
  ) -> Signal<(A, B, C, D), OtherFailure> { .zip(a, b, c, d) }

  /// Zips five signals, whatever the type before the dot. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B, C, D, E, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>,
    _ e: some SignalProtocol<E, OtherFailure>
  ) -> Signal<(A, B, C, D, E), OtherFailure> { .zip(a, b, c, d, e) }

  /// Zips six signals, whatever the type before the dot. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B, C, D, E, F, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>,
    _ e: some SignalProtocol<E, OtherFailure>, _ f: some SignalProtocol<F, OtherFailure>
  ) -> Signal<(A, B, C, D, E, F), OtherFailure> { .zip(a, b, c, d, e, f) }
}

// One of the signals cannot fail.
extension Signal {
  /// Joins two signals. The second signal cannot fail. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Never>
  ) -> Signal where Value == (A, B) {
    zip(a, b.promoted() as Signal<B, Failure>)
  }

  /// Joins two signals. The first signal cannot fail. See ``zip(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Never>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    zip(a.promoted() as Signal<A, Failure>, b)
  }
}
