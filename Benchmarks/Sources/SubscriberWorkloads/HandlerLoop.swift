/// A loop over closures that cannot be copied, and so are not retained: the floor of every send in Swift.
public struct HandlerLoop: ~Copyable {
  @usableFromInline
  struct Handler: ~Copyable {
    @usableFromInline let body: (Int) -> Void
    @inlinable init(_ body: @escaping (Int) -> Void) { self.body = body }
    @inlinable @inline(__always) borrowing func call(_ value: Int) { body(value) }
  }

  @usableFromInline let handlers: UnsafeMutablePointer<Handler>
  @usableFromInline var count = 0

  /// - Parameter capacity: The largest number of handlers; the loop cannot grow.
  @inlinable public init(capacity: Int) { handlers = .allocate(capacity: capacity) }

  deinit {
    handlers.deinitialize(count: count)
    handlers.deallocate()
  }

  @inlinable @inline(__always)
  public mutating func append(_ body: @escaping (Int) -> Void) {
    (handlers + count).initialize(to: Handler(body))
    count += 1
  }

  @inlinable @inline(__always)
  public borrowing func call(_ value: Int) {
    var handler = handlers
    let end = handlers + count
    while handler != end {
      handler.pointee.call(value)
      handler += 1
    }
  }
}
