public import SwitchboardBroadcast

/// A type that can be used wherever a signal is expected: a signal, a subject, a property, or the end of a channel.
///
/// The operators and the `subscribe` methods are declared once, in extensions of this protocol.
public protocol SignalProtocol<Value, Failure>: Sendable {
  /// The type of the values. Any thread may send a value, so values are `Sendable`.
  associatedtype Value: Sendable
  /// The type of the error; `Never` if the signal cannot fail.
  associatedtype Failure: Error

  /// This object as a signal. O(1).
  var signal: Signal<Value, Failure> { get }
}

extension SignalProtocol {
  /// This object as a signal whose errors may be of any type, for code that passes errors on, and not for users. O(1),
  /// no allocation.
  @inlinable var untyped: Signal<Value, any Error> { Signal(retyping: signal) }
}

/// A source of values over time, followed by at most one terminal event.
///
/// A signal is *cold* unless it comes from a subject: each subscription runs the producer anew. A signal is a struct
/// around a closure, so a program can store, return and pass it freely. The program need not keep a signal alive,
/// because a subscription keeps what it needs.
///
/// ```swift
/// let ticks = Signal<Int, Never> { observer in
///   let timer = Timer { observer.send($0) }
///   return ActionDisposable { timer.cancel() }
/// }
/// ticks.filter { $0.isMultiple(of: 2) }.subscribe { print($0) }
/// ```
///
/// Promises: R1 to R6, R9. Subscribing runs the producer on the calling thread, before `subscribe` returns; there is no
/// hop to a hidden queue. When a subscription ends, upstream is disposed before the terminal handler runs, as in
/// RACSubscriber.
///
/// Source: RACSignal.
public struct Signal<Value: Sendable, Failure: Error>: SignalProtocol {
  /// Connects a sink to the source. Adds to the chain the disposable that ends the connection.
  @usableFromInline let attach: @Sendable (Sink<Value>, Chain) -> Void

  @usableFromInline var details: SignalDetails<Value>?

  /// Whether `attach` itself looks, right before each value, whether the chain has ended. Then the subscription need
  /// not look again, and gives its handler to the source as it is.
  @usableFromInline let checksChain: Bool

  /// Whether `attach` is that of a `flatMap`, which asks its chain for its place in another: see ``InnerPlace``.
  @usableFromInline let isFlattening: Bool

  /// The name of this signal in traces and leak reports.
  @inlinable public var name: String? { details?.name }

  @inlinable
  init(
    checksChain: Bool = false, isFlattening: Bool = false,
    attach: @escaping @Sendable (Sink<Value>, Chain) -> Void
  ) {
    self.attach = attach
    (self.checksChain, self.isFlattening) = (checksChain, isFlattening)
  }

  /// Makes `other` a signal of another failure type. O(1), no allocation.
  ///
  /// - Precondition: The errors of `other` are of this type, or only code that passes errors on receives them: see
  ///   ``Terminal``.
  @inlinable @inline(__always)
  init<Other: Error>(retyping other: Signal<Value, Other>) {
    (attach, details) = (other.attach, other.details)
    (checksChain, isFlattening) = (other.checksChain, other.isFlattening)
  }

  /// Makes a signal whose subscriptions each run `producer`.
  ///
  /// - Parameter producer: Sends to the observer, immediately or later, from any thread. Returns a disposable that ends
  ///   the work, or nil. The disposable is disposed once, when the subscription ends for any reason, or immediately if
  ///   the subscription has already ended. A producer that sends without a pause should check ``Observer/isDisposed``.
  ///
  /// The subscription lasts as long as the observer: when the last reference to the observer is released without a
  /// terminal event, the subscription ends without an event, although a bag or a handle may keep it. A disposable that
  /// captures the observer keeps the subscription until the subscription is disposed.
  ///
  /// Cost of a subscription: three allocations more than a subscription of a subject.
  @inlinable
  public init(_ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?) {
    (checksChain, isFlattening) = (false, false)
    attach = { sink, chain in
      if chain.isDisposed { return }
      let observer = Observer<Value, Failure>(sink, chain, partOf: nil)
      if let disposable = producer(observer) { chain.add(disposable) }
    }
  }

  /// Makes a signal whose subscriptions each run `producer`, with a bag for what it starts.
  ///
  /// ```swift
  /// let news = Signal<Article, Never> { observer, bag in
  ///   bag.add(feed.subscribe { observer.send($0) })
  ///   bag.add(ActionDisposable { feed.close() })
  /// }
  /// ```
  ///
  /// Cost of a subscription: that of ``init(_:)``, and the bag.
  ///
  /// - Parameter producer: Sends to the observer, immediately or later, from any thread. The members of the bag are
  ///   disposed, in the order of their addition, when the subscription ends for any reason. A disposable that is added
  ///   after the end is disposed immediately. A producer that sends without a pause should check
  ///   ``Observer/isDisposed``.
  @inlinable
  public init(_ producer: @escaping @Sendable (Observer<Value, Failure>, _ bag: CompositeDisposable) -> Void) {
    (checksChain, isFlattening) = (false, false)
    attach = { sink, chain in
      if chain.isDisposed { return }
      let observer = Observer<Value, Failure>(sink, chain, partOf: nil)
      let bag = CompositeDisposable()
      chain.add(bag)
      producer(observer, bag)
    }
  }

  /// Not available: a producer of one parameter returns a disposable or nil.
  @available(
    *, unavailable,
    message: "take a second parameter and add to it what the producer starts: `Signal { observer, bag in … }`"
  )
  public init(_ producer: @escaping @Sendable (Observer<Value, Failure>) -> Void) { fatalError("unavailable") }

  /// This signal itself.
  @inlinable public var signal: Signal<Value, Failure> { self }

  /// Returns this signal with a name for traces and leak reports. O(1), one allocation.
  ///
  /// The name applies only to subscriptions made directly to the returned signal. An operator returns a new signal
  /// without a name.
  ///
  /// - Parameter name: The name to show. It need not be unique.
  public func named(_ name: String) -> Signal<Value, Failure> {
    var named = self
    named.details = SignalDetails(name: name, parts: details?.parts, beginning: details?.beginning)
    return named
  }
}

/// An event of a signal. A signal sends any number of values, then at most one terminal event:
/// `value* (error | completed)?` (promise R5).
@frozen
public enum SignalEvent<Value, Failure: Error> {
  /// The signal sends a value. More events may follow.
  case value(Value)
  /// The signal fails. Nothing follows.
  case error(Failure)
  /// The signal ends without an error. Nothing follows.
  case completed
}

extension SignalEvent: Sendable where Value: Sendable {}
extension SignalEvent: Equatable where Value: Equatable, Failure: Equatable {}

extension SignalEvent: CustomStringConvertible {
  /// The case and its content, such as `value(1)`, `error(timedOut)` or `completed`.
  public var description: String {
    switch self {
    case .value(let value): "value(\(value))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}

/// The terminal event of a signal.
///
/// The type of the error is not part of this type, so the code that passes an event on exists once, for all types of
/// errors. What looks at the error casts it back: see ``typed(_:)``.
@frozen
@usableFromInline
package enum Terminal: Sendable {
  case error(any Error)
  case completed
}

extension Terminal {
  /// Makes the event of a failure. One allocation, but none if the type of the error is `any Error`.
  // Not `.error(error)`: where the compiler does not know the type, it would put an `any Error` into a box of its own,
  // and that box into the next.
  @inlinable
  init<Failure: Error>(_ error: Failure) {
    // Sound: the two types are one.
    self = .error(Failure.self == (any Error).self ? unsafe unsafeBitCast(error, to: (any Error).self) : error)
  }
}

/// The error of a terminal event, as the type of the errors of the signal that sent it. O(1).
///
/// - Precondition: `error` is a `Failure`. No type ties a ``Terminal`` to a signal: an operator makes one only of an
///   error that has the type of its result, or passes on the one that came from a source of that type.
@usableFromInline
package func typed<Failure: Error>(_ error: any Error) -> Failure {
  guard let typed = error as? Failure else {
    fatalError("an error of the type \(type(of: error)) came from a signal whose errors are \(Failure.self)")
  }
  return typed
}

/// The receiver of a source's events: the handler at the end of a chain, wrapped by every operator on the way.
///
/// A source makes one call at a time, sends nothing after the terminal event, and holds no lock during a call. So an
/// operator with a single source needs no state to enforce these rules. Per value a chain costs calls, no locks and no
/// allocations. A source that cannot keep the rules sends through an ``Observer``.
///
/// When a call of `terminal` returns, the chain with which the source was attached has ended, or is ending. So an
/// operator that has sent a terminal event, but whose source goes on, only looks at the chain.
@frozen
@usableFromInline
struct Sink<Value: Sendable>: Sendable {
  @usableFromInline let value: @Sendable (Value) -> Void
  @usableFromInline let terminal: @Sendable (Terminal) -> Void

  @inlinable @inline(__always)
  init(
    value: @escaping @Sendable (Value) -> Void, terminal: @escaping @Sendable (Terminal) -> Void
  ) {
    self.value = value
    self.terminal = terminal
  }

  /// Connects a source. Gives the values to `value`, and passes the terminal event on.
  @inlinable @inline(__always)
  func receive<Input>(
    from attach: @Sendable (Sink<Input>, Chain) -> Void, _ chain: Chain,
    value: @escaping @Sendable (Input) -> Void
  ) { attach(Sink<Input>(value: value, terminal: terminal), chain) }
}
