/// A current value that can be read and watched but not set: what an owner of a property gives to other code.
///
/// A struct that keeps alive the properties from which it is made. A derived property stores no value: ``value`` asks
/// those properties, so it is never out of date.
///
/// Source: ReactiveSwift Property.
public struct AnyProperty<Value: Sendable>: PropertyProtocol {
  /// `Never`: the signals of a property do not fail.
  public typealias Failure = Never

  @usableFromInline let read: @Sendable () -> Value
  /// The current value, and then each change.
  public let signal: Signal<Value, Never>

  @inlinable
  init(_ signal: Signal<Value, Never>, read: @escaping @Sendable () -> Value) {
    (self.signal, self.read) = (signal, read)
  }

  /// Creates a view of `property` that cannot set it.
  ///
  /// - Parameter property: The property to read. It is kept alive.
  @inlinable
  public init<Source: PropertyProtocol>(_ property: Source) where Source.Value == Value {
    self.init(property.signal) { property.value }
  }

  /// Creates a property that always has `value`. Its signal sends `value` and completes.
  ///
  /// - Parameter value: The value, which never changes.
  @inlinable public init(value: Value) { self.init(.just(value)) { value } }

  /// Creates a property that has `value` until `signal` sends other values. Subscribes to `signal` immediately, for as
  /// long as this property is kept.
  ///
  /// - Parameters:
  ///   - value: The value until `signal` sends one.
  ///   - signal: Sends the later values. Its completion leaves the last value.
  public init<Source: SignalProtocol>(
    initial value: Value, then signal: Source, fileID: StaticString = #fileID, line: UInt32 = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(Property(initial: value, then: signal, fileID: fileID, line: line))
  }

  /// The current value.
  @inlinable public var value: Value { read() }

  /// Returns two properties as one, which sends when either of them changes.
  ///
  /// - Parameters:
  ///   - first: The property of the first part of the tuple.
  ///   - second: The property of the second part.
  @inlinable
  public static func combine<First: PropertyProtocol, Second: PropertyProtocol>(
    _ first: First, _ second: Second
  ) -> AnyProperty where Value == (First.Value, Second.Value) {
    AnyProperty(.combineLatest(first, second)) { (first.value, second.value) }
  }
}

extension AnyProperty {
  /// Returns three properties as one, which sends when any of them changes. See ``combine(_:_:)``.
  @inlinable
  public static func combine<A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol>(
    _ a: A, _ b: B, _ c: C
  ) -> AnyProperty where Value == (A.Value, B.Value, C.Value) {
    AnyProperty(.combineLatest(a, b, c)) { (a.value, b.value, c.value) }
  }

  /// Returns four properties as one, which sends when any of them changes. See ``combine(_:_:)``.
  @inlinable
  public static func combine<A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol>(
    _ a: A, _ b: B, _ c: C, _ d: D
  ) -> AnyProperty where Value == (A.Value, B.Value, C.Value, D.Value) {
    AnyProperty(.combineLatest(a, b, c, d)) { (a.value, b.value, c.value, d.value) }
  }

  /// Returns five properties as one, which sends when any of them changes. See ``combine(_:_:)``.
  @inlinable
  public static func combine<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol, E: PropertyProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E
  ) -> AnyProperty where Value == (A.Value, B.Value, C.Value, D.Value, E.Value) {
    AnyProperty(.combineLatest(a, b, c, d, e)) { (a.value, b.value, c.value, d.value, e.value) }
  }

  /// Returns six properties as one, which sends when any of them changes. See ``combine(_:_:)``.
  ///
  /// - Parameters:
  ///   - a: The property of the first part of the tuple.
  ///   - b: The property of the second part.
  ///   - c: The property of the third part.
  ///   - d: The property of the fourth part.
  ///   - e: The property of the fifth part.
  ///   - f: The property of the sixth part.
  @inlinable
  public static func combine<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol, E: PropertyProtocol,
    F: PropertyProtocol
  >(
    _ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F
  ) -> AnyProperty where Value == (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) {
    AnyProperty(.combineLatest(a, b, c, d, e, f)) { (a.value, b.value, c.value, d.value, e.value, f.value) }
  }
}

extension PropertyProtocol where Value == Bool {
  /// Returns a property that has the opposite value.
  ///
  /// Source: ReactiveSwift negate.
  @inlinable
  public func not() -> AnyProperty<Bool> { map { !$0 } }

  /// Returns a property that says whether both properties are true.
  ///
  /// Source: ReactiveSwift and.
  ///
  /// - Parameter other: The property of the second operand.
  @inlinable
  public func and<Other: PropertyProtocol>(_ other: Other) -> AnyProperty<Bool> where Other.Value == Bool {
    AnyProperty<(Bool, Bool)>.combine(self, other).map { $0 && $1 }
  }

  /// Returns a property that says whether at least one of the properties is true.
  ///
  /// Source: ReactiveSwift or.
  ///
  /// - Parameter other: The property of the second operand.
  @inlinable
  public func or<Other: PropertyProtocol>(_ other: Other) -> AnyProperty<Bool> where Other.Value == Bool {
    AnyProperty<(Bool, Bool)>.combine(self, other).map { $0 || $1 }
  }
}

extension PropertyProtocol {
  /// Returns a property of the values that `transform` returns. `transform` is called at each reading, and in each
  /// subscription for each change.
  ///
  /// - Parameter transform: Returns the value for a value of this property. Called at each reading, and for each value
  ///   sent.
  @inlinable
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> AnyProperty<Output> {
    AnyProperty(signal.map(transform)) { transform(self.value) }
  }
}
