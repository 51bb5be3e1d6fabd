import SwitchboardBroadcast

extension Signal {
  /// Sends the latest values of all `sources`, in the order of `sources`, each time a source sends a value. Sends
  /// nothing until every source has sent a value.
  ///
  /// Completes when all sources have completed, or immediately if there is no source. Fails when a source fails. If a
  /// source ends without a terminal event, the returned signal ends without a terminal event after the other sources
  /// have ended. Deliveries are serial, whatever threads the sources send on: values take part in the order in which
  /// they were accepted (promise R6). No lock is held while a handler runs (promise R4).
  ///
  /// Cost: one send through an observer per value, which takes the observer's lock, and the array.
  ///
  /// - Parameter sources: The signals to subscribe to, in this order. The arrays that are sent keep the order.
  public static func combineLatest<Sources: Sequence, Element>(_ sources: Sources) -> Signal
  where
    Sources.Element: SignalProtocol, Sources.Element.Value == Element, Sources.Element.Failure == Failure,
    Value == [Element]
  {
    let signals = sources.map(\.signal)
    let types: [any Sendable.Type] = Array(repeating: Element.self, count: signals.count)
    return joiningLatest(types, .arrays(signals.count, moves: false)) { sources in
      for signal in signals { sources.add(signal) }
    }
  }

  /// - Parameters:
  ///   - types: The types of the sources' values.
  ///   - copy: Makes the value to send, from copies of the latest values. Runs under a lock. Nil for a tuple.
  ///   - attach: Adds the sources, for each subscription.
  static func joiningLatest(
    _ types: [any Sendable.Type], _ copy: Joining<Value>? = nil,
    _ attach: @escaping @Sendable (inout LatestSources<Value, Failure>) -> Void
  ) -> Signal {
    let layout = JoinedLayout(types)
    return Signal(attach: { sink, chain in
      if layout.types.isEmpty { return sink.terminal(.completed) }
      let observer = Observer(sink, partOf: chain)
      let join = LatestJoin(layout, observer.broadcaster.registry, chain)
      var sources = LatestSources<Value, Failure>(join, observer, copy)
      attach(&sources)
    })
  }
}

extension SignalProtocol {
  /// Sends the latest values of both signals each time either signal sends a value. Sends nothing until both signals
  /// have sent a value. See ``Signal/combineLatest(_:)``.
  ///
  /// - Parameter other: Subscribed to after this signal. Its value is the second part of the tuple.
  public func combineLatest<Other>(
    with other: some SignalProtocol<Other, Failure>
  ) -> Signal<(Value, Other), Failure> { .combineLatest(self, other) }
}

/// The sources of one subscription to `combineLatest`, and their latest values.
@safe
final class LatestJoin: Join, @unchecked Sendable {
  // Sound: the properties that this class adds are constant, or guarded by the registry's lock. What lies in `values`
  // is too, except that a source looks without the lock whether it has sent.
  private let layout: JoinedLayout
  /// The latest values, and for each source a byte that says whether there is one.
  private let values: UnsafeMutableRawPointer
  /// The number of sources that have not sent a value.
  @safe @exclusivity(unchecked) private var missing: Int

  init(_ layout: JoinedLayout, _ registry: Registry, _ chain: Chain) {
    (self.layout, missing) = (layout, layout.types.count)
    unsafe values = layout.allocate()
    super.init(missing, registry, chain)
    for number in 0..<missing { unsafe hasValue(number).initialize(to: false) }
  }

  deinit {
    var end = 0
    for (number, type) in layout.types.enumerated() { destroy(type, number, &end) }
    unsafe values.deallocate()
  }

  private func destroy<Value>(_ type: Value.Type, _ number: Int, _ end: inout Int) {
    let offset = JoinedLayout.offset(of: type, after: &end)
    if unsafe hasValue(number).pointee { unsafe place(offset, type).deinitialize(count: 1) }
  }

  private func hasValue(_ number: Int) -> UnsafeMutablePointer<Bool> {
    unsafe (values + layout.size + number).assumingMemoryBound(to: Bool.self)
  }

  private func place<Value>(_ offset: Int, _: Value.Type) -> UnsafeMutablePointer<Value> {
    unsafe (values + offset).assumingMemoryBound(to: Value.self)
  }

  private func joined<Value>(_ copy: Joining<Value>?) -> Value {
    if let copy { unsafe copy.make(values) } else { unsafe place(0, Value.self).pointee }
  }

  /// Takes a value of the source `number`, and sends the latest values if each source has sent.
  func receive<Input: Sendable, Value: Sendable>(
    _ value: Input, _ number: Int, at offset: Int, _ broadcaster: borrowing Broadcaster<Value>, _ copy: Joining<Value>?
  ) {
    let place = unsafe place(offset, Input.self)
    let hasValue = unsafe hasValue(number)
    if unsafe hasValue.pointee {
      // Exchanged, so that the previous value is released without the lock.
      var exchanged = value
      broadcaster.send(
        if: {
          unsafe swap(&place.pointee, &exchanged)
          return missing == 0
        }, { joined(copy) })
    } else {
      broadcaster.send(
        if: {
          unsafe place.initialize(to: value)
          unsafe hasValue.pointee = true
          missing -= 1
          return missing == 0
        }, { joined(copy) })
    }
  }
}

/// Adds the sources of one subscription to `combineLatest`.
struct LatestSources<Value: Sendable, Failure: Error> {
  private let join: LatestJoin
  private let observer: Observer<Value, any Error>
  private let copy: Joining<Value>?
  private var (number, end) = (0, 0)

  init(_ join: LatestJoin, _ observer: Observer<Value, any Error>, _ copy: Joining<Value>?) {
    (self.join, self.observer, self.copy) = (join, observer, copy)
  }

  /// Subscribes to the next source.
  mutating func add<Input>(_ signal: some SignalProtocol<Input, Failure>) {
    guard let branch = join.branch() else { return }
    let (join, observer, copy, number) = (join, observer, copy, number)
    let offset = JoinedLayout.offset(of: Input.self, after: &end)
    self.number += 1
    signal.signal.attach(
      Sink(
        value: { join.receive($0, number, at: offset, observer.broadcaster, copy) },
        terminal: { terminal in
          join.leave(branch)
          observer.send(terminal, in: join)
        }), branch)
  }
}

// One of the signals cannot fail.
extension SignalProtocol {
  /// Sends the latest values of both signals. See ``combineLatest(with:)``.
  @_disfavoredOverload
  public func combineLatest<Other>(
    with other: some SignalProtocol<Other, Never>
  ) -> Signal<(Value, Other), Failure> { combineLatest(with: other.promoted() as Signal<Other, Failure>) }
}

extension SignalProtocol where Failure == Never {
  /// Sends the latest values of both signals. See ``combineLatest(with:)``.
  @_disfavoredOverload
  public func combineLatest<Other, NewFailure>(
    with other: some SignalProtocol<Other, NewFailure>
  ) -> Signal<(Value, Other), NewFailure> { setFailureType(to: NewFailure.self).combineLatest(with: other) }
}
