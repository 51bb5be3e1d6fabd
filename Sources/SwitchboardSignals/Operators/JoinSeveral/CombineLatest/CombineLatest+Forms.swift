// All other forms call the forms with a closure.
extension Signal {
  /// Sends what `transform` makes of the latest values of two signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>,
    _ transform: @escaping @Sendable (A, B) -> Value
  ) -> Signal {
    joiningLatest(2) { sources in
      let (a, b) = (sources.add(a), sources.add(b))
      return { transform(a.value, b.value) }
    }
  }

  /// Sends what `transform` makes of the latest values of three signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ transform: @escaping @Sendable (A, B, C) -> Value
  ) -> Signal {
    joiningLatest(3) { sources in
      let (a, b, c) = (sources.add(a), sources.add(b), sources.add(c))
      return { transform(a.value, b.value, c.value) }
    }
  }

  /// Sends what `transform` makes of the latest values of four signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D) -> Value
  ) -> Signal {
    joiningLatest(4) { sources in
      let (a, b, c, d) = (sources.add(a), sources.add(b), sources.add(c), sources.add(d))
      return { transform(a.value, b.value, c.value, d.value) }
    }
  }

  /// Sends what `transform` makes of the latest values of five signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E) -> Value
  ) -> Signal {
    joiningLatest(5) { sources in
      let (a, b, c, d, e) = (sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e))
      return { transform(a.value, b.value, c.value, d.value, e.value) }
    }
  }

  /// Sends what `transform` makes of the latest values of six signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F) -> Value
  ) -> Signal {
    joiningLatest(6) { sources in
      let (a, b, c, d, e, f) = (
        sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e), sources.add(f)
      )
      return { transform(a.value, b.value, c.value, d.value, e.value, f.value) }
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
    joiningLatest(7) { sources in
      let (a, b, c, d, e, f, g) = (
        sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e), sources.add(f), sources.add(g)
      )
      return { transform(a.value, b.value, c.value, d.value, e.value, f.value, g.value) }
    }
  }

  /// Sends what `transform` makes of the latest values of eight signals, each time one of them sends a value. See
  /// ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>,
    _ transform: @escaping @Sendable (A, B, C, D, E, F, G, H) -> Value
  ) -> Signal {
    joiningLatest(8) { sources in
      let (a, b, c, d, e, f, g, h) = (
        sources.add(a), sources.add(b), sources.add(c), sources.add(d), sources.add(e), sources.add(f), sources.add(g),
        sources.add(h)
      )
      return { transform(a.value, b.value, c.value, d.value, e.value, f.value, g.value, h.value) }
    }
  }
}

// The values form a tuple.
extension Signal {
  /// Sends the latest values of two signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    combineLatest(a, b) { ($0, $1) }
  }

  /// Sends the latest values of three signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>
  ) -> Signal where Value == (A, B, C) {
    combineLatest(a, b, c) { ($0, $1, $2) }
  }

  /// Sends the latest values of four signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>
  ) -> Signal where Value == (A, B, C, D) {
    combineLatest(a, b, c, d) { ($0, $1, $2, $3) }
  }

  /// Sends the latest values of five signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>
  ) -> Signal where Value == (A, B, C, D, E) {
    combineLatest(a, b, c, d, e) { ($0, $1, $2, $3, $4) }
  }

  /// Sends the latest values of six signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F) {
    combineLatest(a, b, c, d, e, f) { ($0, $1, $2, $3, $4, $5) }
  }

  /// Sends the latest values of seven signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F, G>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G) {
    combineLatest(a, b, c, d, e, f, g) { ($0, $1, $2, $3, $4, $5, $6) }
  }

  /// Sends the latest values of eight signals, each with its own type of values. See ``combineLatest(_:)``.
  @inlinable
  public static func combineLatest<A, B, C, D, E, F, G, H>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Failure>, _ c: some SignalProtocol<C, Failure>,
    _ d: some SignalProtocol<D, Failure>, _ e: some SignalProtocol<E, Failure>, _ f: some SignalProtocol<F, Failure>,
    _ g: some SignalProtocol<G, Failure>, _ h: some SignalProtocol<H, Failure>
  ) -> Signal where Value == (A, B, C, D, E, F, G, H) {
    combineLatest(a, b, c, d, e, f, g, h) { ($0, $1, $2, $3, $4, $5, $6, $7) }
  }
}

// `Signal<Int, Never>.combineLatest(a, b)`: the type before the dot says nothing about the values, which form a tuple.
extension Signal {
  /// Joins two signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A, B, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>
  ) -> Signal<(A, B), OtherFailure> { .combineLatest(a, b) }

  /// Joins three signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A, B, C, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>
  ) -> Signal<(A, B, C), OtherFailure> { .combineLatest(a, b, c) }

  /// Joins four signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A, B, C, D, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>
  ) -> Signal<(A, B, C, D), OtherFailure> { .combineLatest(a, b, c, d) }

  /// Joins five signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A, B, C, D, E, OtherFailure>(
    _ a: some SignalProtocol<A, OtherFailure>, _ b: some SignalProtocol<B, OtherFailure>,
    _ c: some SignalProtocol<C, OtherFailure>, _ d: some SignalProtocol<D, OtherFailure>,
    _ e: some SignalProtocol<E, OtherFailure>
  ) -> Signal<(A, B, C, D, E), OtherFailure> { .combineLatest(a, b, c, d, e) }

  /// Joins six signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
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
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Failure>, _ b: some SignalProtocol<B, Never>
  ) -> Signal where Value == (A, B) {
    combineLatest(a, b.promoted() as Signal<B, Failure>)
  }

  /// Joins two signals. The first signal cannot fail. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A, B>(
    _ a: some SignalProtocol<A, Never>, _ b: some SignalProtocol<B, Failure>
  ) -> Signal where Value == (A, B) {
    combineLatest(a.promoted() as Signal<A, Failure>, b)
  }
}
