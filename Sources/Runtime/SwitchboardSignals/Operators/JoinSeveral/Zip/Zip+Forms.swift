// All other forms call the forms that make a tuple.
extension Signal {
  /// Sends what `transform` makes of the first values of two signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>,
    _ transform: @escaping @Sendable (A, B) -> Value
  ) -> Signal {
    Signal<(A, B), Failure>.zip(a, b).map { transform($0.0, $0.1) }
  }

  /// Sends what `transform` makes of the first values of three signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ transform: @escaping @Sendable (A, B, C) -> Value
  ) -> Signal {
    Signal<(A, B, C), Failure>.zip(a, b, c).map { transform($0.0, $0.1, $0.2) }
  }

  /// Sends what `transform` makes of the first values of four signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D) -> Value
  ) -> Signal {
    Signal<(A, B, C, D), Failure>.zip(a, b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
  }

  /// Sends what `transform` makes of the first values of five signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E), Failure>.zip(a, b, c, d, e).map { transform($0.0, $0.1, $0.2, $0.3, $0.4) }
  }

  /// Sends what `transform` makes of the first values of six signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  @inlinable
  public static func zip<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E, F), Failure>.zip(a, b, c, d, e, f).map { transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
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
    Signal<(A, B, C, D, E, F, G), Failure>.zip(a, b, c, d, e, f, g).map {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6)
    }
  }

  /// Sends what `transform` makes of the first values of eight signals, then of their second values, and so on. See
  /// ``zip(_:)``.
  ///
  /// - Parameters:
  ///   - a: The signal to subscribe to first. Its value is the first part of the tuple, or the first argument.
  ///   - b: The second signal.
  ///   - c: The third signal.
  ///   - d: The fourth signal.
  ///   - e: The fifth signal.
  ///   - f: The sixth signal.
  ///   - g: The seventh signal.
  ///   - h: The eighth signal.
  ///   - transform: Makes the value to send of one value of each signal. Called with no lock held, one call at a time.
  @inlinable
  public static func zip<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F, G, H) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E, F, G, H), Failure>.zip(a, b, c, d, e, f, g, h).map {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7)
    }
  }
}

// The values form a tuple.
extension Signal {
  /// Zips two signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    zipping([A.self, B.self]) { sources in
      sources.add(a)
      sources.add(b)
    }
  }

  /// Zips three signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    zipping([A.self, B.self, C.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
    }
  }

  /// Zips four signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    zipping([A.self, B.self, C.self, D.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
    }
  }

  /// Zips five signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>
  ) -> Signal where Value == (A, B, C, D, E) {
    zipping([A.self, B.self, C.self, D.self, E.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
    }
  }

  /// Zips six signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F) {
    zipping([A.self, B.self, C.self, D.self, E.self, F.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
      sources.add(f)
    }
  }

  /// Zips seven signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B, C, D, E, F, G>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G) {
    zipping([A.self, B.self, C.self, D.self, E.self, F.self, G.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
      sources.add(f)
      sources.add(g)
    }
  }

  /// Zips eight signals, each with its own type of values. See ``zip(_:)``.
  public static func zip<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G, H) {
    zipping([A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
      sources.add(f)
      sources.add(g)
      sources.add(h)
    }
  }
}

// `Signal<Int, Never>.zip(a, b)`: the type before the dot says nothing about the values, which form a tuple.
extension Signal {
  /// Zips two signals, whatever the type before the dot. See ``zip(_:)``.
  @_disfavoredOverload
  public static func zip<A, B, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>
  ) -> Signal<(A, B), OtherFailure> { .zip(a, b) }

  /// Zips three signals, whatever the type before the dot. See ``zip(_:)``.
  @_disfavoredOverload
  public static func zip<A, B, C, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>
  ) -> Signal<(A, B, C), OtherFailure> { .zip(a, b, c) }

  /// Zips four signals, whatever the type before the dot. See ``zip(_:)``.
  @_disfavoredOverload
  public static func zip<A, B, C, D, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>
  ) -> Signal<(A, B, C, D), OtherFailure> { .zip(a, b, c, d) }

  /// Zips five signals, whatever the type before the dot. See ``zip(_:)``.
  @_disfavoredOverload
  public static func zip<A, B, C, D, E, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>,
    _ e: some SignalProtocol<E, OtherFailure>
  ) -> Signal<(A, B, C, D, E), OtherFailure> { .zip(a, b, c, d, e) }

  /// Zips six signals, whatever the type before the dot. See ``zip(_:)``.
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
  @_disfavoredOverload
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Never>
  ) -> Signal where Value == (A, B) {
    zip(a, b.promoted() as Signal<B, Failure>)
  }

  /// Joins two signals. The first signal cannot fail. See ``zip(_:)``.
  @_disfavoredOverload
  public static func zip<A, B>(
    _ a: some SignalProtocol<A, Never>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    zip(a.promoted() as Signal<A, Failure>, b)
  }
}
