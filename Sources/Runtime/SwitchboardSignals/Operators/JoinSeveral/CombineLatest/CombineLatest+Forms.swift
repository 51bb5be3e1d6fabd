// All other forms call the forms that make a tuple.
extension Signal {
  /// Sends what `transform` makes of the latest values of two signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>,
    _ transform: @escaping @Sendable (A, B) -> Value
  ) -> Signal {
    Signal<(A, B), Failure>.combineLatest(a, b).map { transform($0.0, $0.1) }
  }

  /// Sends what `transform` makes of the latest values of three signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ transform: @escaping @Sendable (A, B, C) -> Value
  ) -> Signal {
    Signal<(A, B, C), Failure>.combineLatest(a, b, c).map { transform($0.0, $0.1, $0.2) }
  }

  /// Sends what `transform` makes of the latest values of four signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D) -> Value
  ) -> Signal {
    Signal<(A, B, C, D), Failure>.combineLatest(a, b, c, d).map { transform($0.0, $0.1, $0.2, $0.3) }
  }

  /// Sends what `transform` makes of the latest values of five signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E), Failure>.combineLatest(a, b, c, d, e).map { transform($0.0, $0.1, $0.2, $0.3, $0.4) }
  }

  /// Sends what `transform` makes of the latest values of six signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E, F), Failure>.combineLatest(a, b, c, d, e, f).map {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5)
    }
  }

  /// Sends what `transform` makes of the latest values of seven signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F, G>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F, G) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E, F, G), Failure>.combineLatest(a, b, c, d, e, f, g).map {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6)
    }
  }

  /// Sends what `transform` makes of the latest values of eight signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
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
  ///   - transform: Makes the value to send of the latest values. Called with no lock held, one call at a time.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F, G, H) -> Value
  ) -> Signal {
    Signal<(A, B, C, D, E, F, G, H), Failure>.combineLatest(a, b, c, d, e, f, g, h).map {
      transform($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7)
    }
  }
}

// The values form a tuple.
extension Signal {
  /// Sends the latest values of two signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    joiningLatest([A.self, B.self]) { sources in
      sources.add(a)
      sources.add(b)
    }
  }

  /// Sends the latest values of three signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    joiningLatest([A.self, B.self, C.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
    }
  }

  /// Sends the latest values of four signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    joiningLatest([A.self, B.self, C.self, D.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
    }
  }

  /// Sends the latest values of five signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>
  ) -> Signal where Value == (A, B, C, D, E) {
    joiningLatest([A.self, B.self, C.self, D.self, E.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
    }
  }

  /// Sends the latest values of six signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F) {
    joiningLatest([A.self, B.self, C.self, D.self, E.self, F.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
      sources.add(f)
    }
  }

  /// Sends the latest values of seven signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B, C, D, E, F, G>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G) {
    joiningLatest([A.self, B.self, C.self, D.self, E.self, F.self, G.self]) { sources in
      sources.add(a)
      sources.add(b)
      sources.add(c)
      sources.add(d)
      sources.add(e)
      sources.add(f)
      sources.add(g)
    }
  }

  /// Sends the latest values of eight signals, each with its own type of values. See ``combineLatest(_:)``.
  public static func combineLatest<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G, H) {
    joiningLatest([A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self]) { sources in
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

// `Signal<Int, Never>.combineLatest(a, b)`: the type before the dot says nothing about the values, which form a tuple.
extension Signal {
  /// Joins two signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>
  ) -> Signal<(A, B), OtherFailure> { .combineLatest(a, b) }

  /// Joins three signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B, C, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>
  ) -> Signal<(A, B, C), OtherFailure> { .combineLatest(a, b, c) }

  /// Joins four signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B, C, D, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>
  ) -> Signal<(A, B, C, D), OtherFailure> { .combineLatest(a, b, c, d) }

  /// Joins five signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B, C, D, E, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>,
    _ e: some SignalProtocol<E, OtherFailure>
  ) -> Signal<(A, B, C, D, E), OtherFailure> { .combineLatest(a, b, c, d, e) }

  /// Joins six signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B, C, D, E, F, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>,
    _ e: some SignalProtocol<E, OtherFailure>, _ f: some SignalProtocol<F, OtherFailure>
  ) -> Signal<(A, B, C, D, E, F), OtherFailure> { .combineLatest(a, b, c, d, e, f) }
}

// One of the signals cannot fail.
extension Signal {
  /// Joins two signals. The second signal cannot fail. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Never>
  ) -> Signal where Value == (A, B) {
    combineLatest(a, b.promoted() as Signal<B, Failure>)
  }

  /// Joins two signals. The first signal cannot fail. See ``combineLatest(_:)``.
  @_disfavoredOverload
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Never>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    combineLatest(a.promoted() as Signal<A, Failure>, b)
  }
}
