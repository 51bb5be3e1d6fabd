public import SwitchboardBroadcast

/// A value that can be changed, read and watched from any thread, and bound to others.
///
/// ```swift
/// let count = Property(0)
/// count.subscribe { print($0) }      // 0, and then each change
/// count.value = 1
/// count.update { $0 += 1 }           // no update is lost, whoever else updates
/// ```
///
/// - ``value`` is the last one set: a thread reads what it wrote, also while a delivery is in progress (R6).
/// - ``signal`` begins with the current value, ``changes`` with the next. Every set is a change, an equal value too; see
///   `distinctUntilChanged()`.
/// - It never ends by an event. When it goes, its subscriptions end. Bindings do not keep it alive.
///
/// Cost of a change: that of a ``BehaviorSubject``'s send; while bound both ways, one atomic addition more.
///
/// Source: ReactiveSwift MutableProperty, whose `modify` holds a lock while it calls the closure. Its
/// `Property`, which cannot be set, is ``AnyProperty`` here.
public final class Property<Value: Sendable>: PropertyProtocol {
  public typealias Failure = Never

  @usableFromInline let broadcaster = Broadcaster<Change<Value>, DenseStorage>()
  @usableFromInline let history = History<Change<Value>>(limit: 1)
  @usableFromInline let latest: Latest
  /// What feeds this, and ends when it goes.
  @usableFromInline let upstream = CompositeDisposable()
  /// The signal that is bound to this.
  let source = BindingSlot()
  let partners = PartnerList()

  /// Sound: touched only under the broadcaster's lock.
  @usableFromInline
  final class Latest: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var value: Value
    /// How many times the value has been written.
    @exclusivity(unchecked) @usableFromInline var version: UInt64 = 0
    /// The update whose closure wrote it last, if one did.
    @exclusivity(unchecked) @usableFromInline var scope = UpdateScope.none
    @exclusivity(unchecked) @usableFromInline var stamp = Stamp.none
    /// Whether anybody cares for stamps. For good, once somebody does.
    @exclusivity(unchecked) @usableFromInline var isStamped = false
    @inlinable init(_ value: Value) { self.value = value }

    /// Exchanges the value for another, which becomes the old one: whoever has it releases it with no lock held.
    @inlinable
    func exchange(_ other: inout Value) {
      Swift.swap(&value, &other)
      version &+= 1
      scope = .current
    }
  }

  /// - Parameters:
  ///   - value: The current value until another is set.
  ///   - name: What traces and leak reports call it.
  @inlinable
  public init(_ value: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line) {
    latest = Latest(value)
    broadcaster.identify(as: Property.self, name: name, fileID: fileID, line: line)
    let history = history
    history.append(Change(value, .none))
    broadcaster.addRecorder { change in
      // Who comes later has not heard of it, whoever else has.
      history.append(Change(change.value, change.stamp))
    }
    broadcaster.keepsValues(atMost: 1) { history.values.count }
  }

  deinit { upstream.dispose() }

  /// A property with a value until `signal` sends others. Nothing keeps it but who holds it: when it goes, the binding ends.
  public convenience init<Source: SignalProtocol>(
    initial value: Value, then signal: Source, name: String? = nil, fileID: StaticString = #fileID, line: UInt32 = #line
  ) where Source.Value == Value, Source.Failure == Never {
    self.init(value, name: name, fileID: fileID, line: line)
    signal.bind(to: self, fileID: fileID, line: line)
  }

  /// The last value set. O(1), one lock. ``set(_:fileID:line:)`` does the same as setting it, and names its line in traces.
  @inlinable
  public var value: Value {
    get { broadcaster.withLock { latest.value } }
    set { set(newValue) }
  }

  /// Sets the value, and tells those who are subscribed. O(subscribers).
  @inlinable
  public func set(_ value: Value, fileID: StaticString = #fileID, line: UInt32 = #line) {
    _ = swap(value, fileID: fileID, line: line)
  }

  /// Sets the value, and returns the one before.
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

  /// Live subscriptions, the property's own recorder not counted, and for how many there is memory. Ends those whose owners
  /// are gone first.
  public var census: Census {
    SweptChains.shared.sweep()
    return history.census(of: broadcaster)
  }
}
