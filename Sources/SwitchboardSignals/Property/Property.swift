public import SwitchboardBroadcast

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
/// Cost of a change: the cost of sending on a ``BehaviorSubject``; while the property is bound two-way, one more atomic
/// addition.
///
/// Source: ReactiveSwift MutableProperty, whose `modify` holds a lock while it calls the closure. ReactiveSwift's
/// `Property`, which cannot be set, is ``AnyProperty`` here.
public final class Property<Value: Sendable>: PropertyProtocol {
  /// `Never`: the signals of a property do not fail.
  public typealias Failure = Never

  @usableFromInline let broadcaster = Broadcaster<Change<Value>>()
  @usableFromInline let history = History<Change<Value>>(limit: 1)
  @usableFromInline let latest: Latest
  /// The subscriptions that feed this property. They end when the property is deallocated.
  @usableFromInline let upstream = CompositeDisposable()
  /// The slot for the signal that is bound to this property.
  let source = BindingSlot()
  let partners = PartnerList()

  /// Sound: touched only under the broadcaster's lock.
  @usableFromInline
  final class Latest: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value
    /// The number of writes of the value. For a property of a ``Command``, the version of the command's state.
    @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0
    /// The scope in which the last write was made, which tells whether the closure of an `update` made it.
    @exclusivity(unchecked) @usableFromInline var scope = UpdateScope.none
    @exclusivity(unchecked) @usableFromInline var stamp = Stamp.none
    /// Whether writes get stamps. True from the first two-way binding on.
    @exclusivity(unchecked) @usableFromInline var isStamped = false
    @inlinable init(_ value: Value) { self.value = value }

    /// Exchanges the stored value for `other`, which becomes the old value. The caller releases the old value with no
    /// lock held.
    @inlinable
    func exchange(_ other: inout Value) {
      Swift.swap(&value, &other)
      version &+= 1
      scope = .current
    }
  }

  /// - Parameters:
  ///   - value: The current value until another value is set.
  ///   - name: The name of the property in traces and leak reports.
  @inlinable
  public init(_ value: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    latest = Latest(value)
    broadcaster.identify(as: Property.self, name: name, fileID: fileID, line: line)
    let history = history
    history.append(Change(value, .none))
    broadcaster.addRecorder { change in
      // A later subscriber does not have the value yet, so the history does not record that the change is silent.
      history.append(Change(change.value, change.stamp))
    }
    broadcaster.keepsValues(atMost: 1) { history.values.count }
  }

  deinit { upstream.dispose() }

  /// Creates a property that has `value` until `signal` sends other values. The binding does not keep the property
  /// alive, and ends when the property is deallocated.
  public convenience init<Source: SignalProtocol>(
    initial value: Value, then signal: Source, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(value, name: name, fileID: fileID, line: line)
    signal.bind(to: self, fileID: fileID, line: line)
  }

  /// The last value set. O(1), one lock. Setting this has the effect of ``set(_:fileID:line:)``, which also names the
  /// caller's line in traces.
  @inlinable
  public var value: Value {
    get { broadcaster.withLock { latest.value } }
    set { set(newValue) }
  }

  /// Sets the value and sends it to the subscribers. O(subscribers).
  @inlinable
  public func set(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    _ = swap(value, fileID: fileID, line: line)
  }

  /// Sets the value and returns the previous value.
  @inlinable
  public func swap(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) -> Value {
    var exchanged = value
    broadcaster.send(fileID: fileID, line: line) {
      latest.exchange(&exchanged)
      if latest.isStamped { latest.stamp = .next() }
      return Change(latest.value, latest.stamp)
    }
    return exchanged
  }

  /// The number of live subscriptions, without the property's own recorder, and the number for which memory is
  /// allocated. Ends the subscriptions of deallocated owners first.
  public var census: Census {
    SweptChains.shared.sweep()
    return history.census(of: broadcaster)
  }
}
