public import SwitchboardBroadcast

// These constructors are functions of the protocol, so that code can write them with a leading dot wherever an operator
// takes any kind of signal: `numbers.concat(.just(1))`. The context gives the types of values and errors. The compiler
// looks up no properties there, so `empty()` and `never()` are functions.
extension SignalProtocol {
  /// Sends one value and completes.
  ///
  /// - Parameter value: The value that each subscription gets, inside `subscribe`.
  @inlinable
  public static func just<Sent: Sendable, Failed: Error>(_ value: Sent) -> Self where Self == Signal<Sent, Failed> {
    Signal(one: value)
  }

  /// A signal that completes immediately.
  public static func empty<Sent: Sendable, Failed: Error>() -> Self where Self == Signal<Sent, Failed> {
    Signal(attach: { sink, _ in sink.terminal(.completed) })
  }

  /// Fails immediately with `error`.
  ///
  /// - Parameter error: The error that each subscription gets, inside `subscribe`.
  public static func fail<Sent: Sendable, Failed: Error>(_ error: Failed) -> Self where Self == Signal<Sent, Failed> {
    let terminal = Terminal(error)
    return Signal(attach: { sink, _ in sink.terminal(terminal) })
  }

  /// A signal that sends nothing and never ends. A subscription lasts for as long as a handle, a bag or an owner keeps
  /// it, also behind operators and in a command (promise R5).
  public static func never<Sent: Sendable, Failed: Error>() -> Self where Self == Signal<Sent, Failed> {
    .silence()
  }

  /// A signal that sends nothing and never ends, for a context that gives neither type:
  /// `numbers.take(until: .never())`.
  public static func never() -> Self where Self == Signal<Never, Never> { .silence() }
}

// A signal whose context does not say how it can fail cannot fail: `Signal.just(1)`, `Signal([1, 2])`.
extension Signal where Failure == Never {
  /// Sends one value and completes.
  ///
  /// - Parameter value: The value that each subscription gets, inside `subscribe`.
  @inlinable
  public static func just(_ value: Value) -> Signal { Signal(one: value) }

  /// A signal that completes immediately.
  public static func empty() -> Signal { Signal(attach: { sink, _ in sink.terminal(.completed) }) }

  /// A signal that sends nothing and never ends.
  public static func never() -> Signal { .silence() }

  /// Sends the elements of `sequence`, which may be endless, to each subscription, then completes. Stops when the
  /// subscription ends.
  ///
  /// - Parameter sequence: Iterated anew for each subscription, inside `subscribe`.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ sequence: Elements) where Elements.Element == Value {
    self.init(elements: sequence)
  }

  /// Sends the elements of `array` to each subscription, then completes. See ``init(_:)``.
  ///
  /// - Parameter array: Its elements are sent inside `subscribe`.
  // An overload, because the type of an array literal is found faster without a generic parameter.
  @inlinable
  public init(_ array: [Value]) { self.init(elements: array) }
}

extension Signal {
  /// Calls `make` for each subscription, and subscribes to the signal that `make` returns.
  ///
  /// - Parameter make: Makes the signal of one subscription, inside `subscribe`.
  public static func deferred<Deferred: SignalProtocol>(
    _ make: @escaping @Sendable () -> Deferred
  ) -> Signal where Deferred.Value == Value, Deferred.Failure == Failure {
    Signal { _, _, _ in make().untyped }
  }

  /// Sends the elements of `sequence`, which may be endless, to each subscription, then completes. Stops when the
  /// subscription ends.
  @inlinable
  public init<Elements: Sequence & Sendable>(_ sequence: Elements) where Elements.Element == Value {
    self.init(elements: sequence)
  }

  static func silence() -> Signal { Signal(attach: { _, chain in chain.fallSilent() }) }

  @usableFromInline
  init(one value: Value) {
    self.init(attach: { sink, chain in
      sink.value(value)
      if !chain.isDisposed { sink.terminal(.completed) }
    })
  }

  @inlinable
  init<Elements: Sequence & Sendable>(elements sequence: Elements) where Elements.Element == Value {
    self.init(
      checksChain: true,
      attach: { sink, chain in
        for element in sequence {
          if chain.isDisposed { return }
          sink.value(element)
        }
        if !chain.isDisposed { sink.terminal(.completed) }
      })
  }

  /// Runs `body` for each subscription. Sends the result and completes, or fails with the error that `body` throws.
  ///
  /// - Parameter body: Runs inside `subscribe`, on the subscribing thread.
  public init(catching body: @escaping @Sendable () throws(Failure) -> Value) {
    self.init(attach: { sink, chain in
      let value: Value
      do throws(Failure) { value = try body() } catch {
        if !chain.isDisposed { sink.terminal(Terminal(error)) }
        return
      }
      if !chain.isDisposed { sink.value(value) }
      if !chain.isDisposed { sink.terminal(.completed) }
    })
  }
}

extension Signal {
  /// Runs `producer` once, inside this call. Every subscription gets all events of the producer, including past events.
  ///
  /// The work continues until it ends, with or without subscribers.
  ///
  /// - Parameter producer: Sends to the observer, immediately or later, from any thread. Returns what ends the work, or
  ///   nil.
  public static func startEagerly(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?
  ) -> Signal {
    let subject = ReplaySubject<Value, Failure>(fileID: fileID, line: line)
    Signal(producer).subscribe(subject, fileID: fileID, line: line)
    return subject.signal
  }

  /// Runs `producer` once, at the first subscription. Every subscription gets all events of the producer, including
  /// past events.
  ///
  /// The first subscriber also gets the events that the producer sends inside the subscribe call.
  ///
  /// - Parameter producer: Sends to the observer, immediately or later, from any thread. Returns what ends the work, or
  ///   nil.
  public static func startLazily(
    fileID: StaticString = #fileID, line: UInt32 = #line,
    _ producer: @escaping @Sendable (Observer<Value, Failure>) -> (any Disposable)?
  ) -> Signal {
    let subject = ReplaySubject<Value, Failure>(fileID: fileID, line: line)
    let replay = subject.signal
    let hasStarted = Flag()
    return Signal(attach: { sink, chain in
      replay.attach(sink, chain)
      if hasStarted.raise() { Signal(producer).subscribe(subject, fileID: fileID, line: line) }
    })
  }
}
