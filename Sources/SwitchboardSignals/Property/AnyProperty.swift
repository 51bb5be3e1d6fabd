/// A current value that can be read and watched, and not set: what a property gives to others. Source: ReactiveSwift Property.
///
/// A struct around what it is made of, which it keeps alive. What is derived stores nothing: ``value`` asks the properties that
/// it is made of, so it is never behind them.
public struct AnyProperty<Value: Sendable>: PropertyProtocol {
  public typealias Failure = Never

  private let read: @Sendable () -> Value
  /// The current value, and then each change.
  public let signal: Signal<Value, Never>

  init(_ signal: Signal<Value, Never>, read: @escaping @Sendable () -> Value) {
    (self.signal, self.read) = (signal, read)
  }

  /// `property`, without the means to set it.
  public init<Source: PropertyProtocol>(_ property: Source) where Source.Value == Value {
    self.init(property.signal) { property.value }
  }

  /// Always `value`. Its signal sends that and completes.
  public init(value: Value) { self.init(.just(value)) { value } }

  /// A value until `signal` sends others. It is subscribed to now, for as long as this is kept.
  public init<Source: SignalProtocol>(
    initial value: Value, then signal: Source, fileID: StaticString = #fileID, line: UInt32 = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(Property(initial: value, then: signal, fileID: fileID, line: line))
  }

  /// The current value.
  public var value: Value { read() }

  /// Two properties as one, which sends when either changes.
  public static func combine<First: PropertyProtocol, Second: PropertyProtocol>(
    _ first: First, _ second: Second
  ) -> AnyProperty where Value == (First.Value, Second.Value) {
    AnyProperty(.combineLatest(first, second)) { (first.value, second.value) }
  }
}

extension PropertyProtocol {
  /// The property of what `transform` makes of the value. It is called for each reading and, for each subscription, for each
  /// change.
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> AnyProperty<Output> {
    AnyProperty(signal.map(transform)) { transform(self.value) }
  }
}
