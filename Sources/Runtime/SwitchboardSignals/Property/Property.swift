public import SwitchboardBroadcast

/// A current value, and a signal that begins with the current value: ``Property`` and ``AnyProperty``.
public protocol PropertyProtocol<Value>: SignalProtocol where Failure == Never {
  /// The current value. O(1), unless the property is derived from other properties.
  var value: Value { get }
}

/// A value that can be changed, read and watched from any thread, and bound to other values.
///
/// ```swift
/// let count = Property(0)
/// count.subscribe { print($0) }      // 0, and then each change
/// count.value = 1
/// count.update { $0 += 1 }           // no update is lost, no update of another thread is lost
/// ```
///
/// - ``value`` is the last value set: a thread reads what it wrote, even while a delivery is in progress (promise R6).
/// - ``signal`` begins with the current value, ``changes`` with the next change. Every set is a change, even if the
///   value is equal; see `distinctUntilChanged()`.
/// - A property never ends by an event. When it is deallocated, its subscriptions end. Bindings do not keep it alive.
///
/// Cost of a change: the cost of sending on a ``BehaviorSubject``; from the first two-way binding of the property on,
/// one more atomic addition.
///
/// Source: ReactiveSwift MutableProperty, whose `modify` holds a lock while it calls the closure. ReactiveSwift's
/// `Property`, which cannot be set, is ``AnyProperty`` here.
public final class Property<Value: Sendable>: PropertyProtocol {
  /// `Never`: the signals of a property do not fail.
  public typealias Failure = Never

  // The initialiser makes the broadcaster; see `PublishSubject`.
  @usableFromInline let broadcaster: Broadcaster<Change<Value>>
  /// Sound: touched only under the broadcaster's lock.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var latest: Value
  /// Sound: as for `latest`.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var version = ValueVersion()
  /// The stamp of the last write. Sound: as for `latest`.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var stamp = Stamp.none
  /// Whether writes get stamps. True from the first two-way binding on. Sound: as for `latest`.
  @safe @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var isStamped = false
  /// The subscriptions that feed this property. They end when the property is deallocated.
  @usableFromInline let upstreams = Upstreams()
  @usableFromInline let lazyBindings = LazyObject<BindingList>()

  /// - Parameters:
  ///   - value: The current value until another value is set.
  ///   - name: The name of the property in traces and leak reports.
  @inlinable
  public init(_ value: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    latest = value
    broadcaster = Broadcaster()
    broadcaster.identify(as: Property.self, name: name, fileID: fileID, line: line)
    broadcaster.keepsValues(atMost: 1, as: Probe.Kept(1)) { 1 }
  }

  deinit { upstreams.close() }

  /// Creates a property that has `value` until `signal` sends other values. The binding does not keep the property
  /// alive, and ends when the property is deallocated.
  ///
  /// - Parameters:
  ///   - value: The value until `signal` sends one.
  ///   - signal: Sends the later values. Its completion leaves the last value.
  public convenience init<Source: SignalProtocol>(
    initial value: Value, then signal: Source, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(value, name: name, fileID: fileID, line: line)
    signal.bind(to: self, fileID: fileID, line: line)
  }

  /// The last value set. O(1), one lock. Setting this has the effect of ``set(_:fileID:line:)``.
  ///
  /// A property cannot learn its caller's line. So traces show a set as `Property.value`, while
  /// ``set(_:fileID:line:)`` and ``update(fileID:line:_:)`` show the line.
  @inlinable
  public var value: Value {
    get { broadcaster.withLock { latest } }
    set { set(newValue, fileID: "Property.value", line: 0) }
  }

  /// Sets the value and sends it to the subscribers. O(subscribers).
  ///
  /// - Parameter value: The new value. It is sent also if it equals the old one.
  @inlinable
  public func set(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    _ = swap(value, fileID: fileID, line: line)
  }

  /// Sets the value and returns the previous value.
  ///
  /// - Parameter value: The new value. It is sent also if it equals the old one.
  @inlinable
  public func swap(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) -> Value {
    var exchanged = value
    broadcaster.accept(fileID: fileID, line: line) { write(&exchanged) }
    return exchanged
  }

  /// Exchanges the value with `other`, which becomes the old value. Returns the change to send. Called under the
  /// broadcaster's lock.
  @inlinable @inline(__always)
  func write(_ other: inout Value) -> Change<Value> {
    exchange(&other)
    if isStamped { stamp = .next() }
    return Change(latest, stamp)
  }

  @inlinable @inline(__always)
  func exchange(_ other: inout Value) {
    Swift.swap(&latest, &other)
    version.advance()
  }

  @inlinable
  func admit(_ subscriber: Subscriber<Change<Value>>) {
    broadcaster.admit(subscriber, after: { Change(latest, stamp) })
  }

  /// The number of live subscriptions, and the number for which memory is allocated. Ends the subscriptions of
  /// deallocated owners first.
  public var census: Census { broadcaster.sweptCensus() }

  @usableFromInline var bindings: BindingList { lazyBindings.object { BindingList() } }
}

extension Property {
  /// The current value, and then each change. A new subscriber takes the value and its place in the order at the same
  /// moment, so it sees no gap and no duplicate (promises R6, R8).
  @inlinable public var signal: Signal<Value, Never> {
    Signal(attach: { sink, chain in
      self.broadcaster.attach(Change.values(to: sink), chain) { self.admit($0) }
    })
  }

  /// Each change after the subscription.
  @inlinable public var changes: Signal<Value, Never> {
    Signal(attach: { sink, chain in self.broadcaster.attach(Change.values(to: sink), chain) })
  }
}

extension Property {
  /// Changes the value on the basis of the current value. No other write comes between the reading and the writing, so
  /// no write is lost.
  ///
  /// `body` runs on a copy, with no lock held (promise R4). If another thread sets the value meanwhile, `body` runs
  /// again on the new value. So `body` should do nothing but change the value. Some thread always makes progress; no
  /// thread waits for another. If `body` throws, nothing is changed.
  ///
  /// Cost: as ``set(_:fileID:line:)``, plus one lock; a copy of a collection that `body` changes.
  ///
  /// - Parameter body: Changes the value, which it gets as a copy, and may return a result or throw.
  /// - Precondition: `body` sets this property only through its parameter. Otherwise `body` would run and set the
  ///   property again and again.
  @inlinable @discardableResult
  public func update<Result, Failed: Error>(
    fileID: StaticString = #fileID, line: UInt32 = #line, _ body: (inout Value) throws(Failed) -> Result
  ) throws(Failed) -> Result {
    let scope = UpdateScope.forUpdate()
    while true {
      let (seen, version) = broadcaster.withLock { (latest, self.version.number) }
      var value = seen
      let result = try scope.run(&value, body)
      var isOwnWrite = false
      let isInstalled = broadcaster.send(fileID: fileID, line: line) {
        if self.version.number != version {
          isOwnWrite = self.version.scope == scope
          return nil
        }
        return write(&value)
      }
      if isInstalled { return result }
      require(
        !isOwnWrite,
        "the closure of update(_:) sets the property that it updates; change the closure's parameter instead")
    }
  }
}
