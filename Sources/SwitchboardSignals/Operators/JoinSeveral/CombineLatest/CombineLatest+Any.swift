// `Signal<Int, Never>.combineLatest(a, b)`: the type before the dot says nothing about the values, which form a tuple.
extension Signal {
  /// Joins two signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol>(
    _ a: A, _ b: B
  ) -> Signal<(A.Value, B.Value), A.Failure>
  where B.Failure == A.Failure {
    Signal<(A.Value, B.Value), A.Failure>.combineLatest(a, b)
  }

  /// Joins three signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol>(
    _ a: A, _ b: B, _ c: C
  ) -> Signal<(A.Value, B.Value, C.Value), A.Failure>
  where B.Failure == A.Failure, C.Failure == A.Failure {
    Signal<(A.Value, B.Value, C.Value), A.Failure>.combineLatest(a, b, c)
  }

  /// Joins four signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> Signal<(A.Value, B.Value, C.Value, D.Value), A.Failure>
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure {
    Signal<(A.Value, B.Value, C.Value, D.Value), A.Failure>.combineLatest(a, b, c, d)
  }

  /// Joins five signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> Signal<(A.Value, B.Value, C.Value, D.Value, E.Value), A.Failure>
  where B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure {
    Signal<(A.Value, B.Value, C.Value, D.Value, E.Value), A.Failure>.combineLatest(a, b, c, d, e)
  }

  /// Joins six signals, whatever the type before the dot. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<
    A: SignalProtocol, B: SignalProtocol, C: SignalProtocol, D: SignalProtocol, E: SignalProtocol, F: SignalProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> Signal<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value), A.Failure>
  where
    B.Failure == A.Failure, C.Failure == A.Failure, D.Failure == A.Failure, E.Failure == A.Failure,
    F.Failure == A.Failure
  {
    Signal<(A.Value, B.Value, C.Value, D.Value, E.Value, F.Value), A.Failure>.combineLatest(a, b, c, d, e, f)
  }
}

// One of the signals cannot fail.
extension Signal {
  /// Joins two signals. The second signal cannot fail. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol>(_ a: A, _ b: B) -> Signal
  where Value == (A.Value, B.Value), A.Failure == Failure, B.Failure == Never {
    combineLatest(a, b.signal.promoted() as Signal<B.Value, Failure>)
  }

  /// Joins two signals. The first signal cannot fail. See ``combineLatest(_:)``.
  @inlinable
  @_disfavoredOverload
  public static func combineLatest<A: SignalProtocol, B: SignalProtocol>(_ a: A, _ b: B) -> Signal
  where Value == (A.Value, B.Value), B.Failure == Failure, A.Failure == Never {
    combineLatest(a.signal.promoted() as Signal<A.Value, Failure>, b)
  }
}
