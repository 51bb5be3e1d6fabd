/// Registries of one candidate with their subscribers' tokens, and the measured loops over them.
///
/// Everything that a measured loop needs is allocated before: tokens, orders, registries. Registries are unmanaged and
/// orders are bare memory, because an array would add a retain or a check to operations of a few nanoseconds.
///
/// All members are inlinable, because the loops have to be compiled for each candidate, where the candidate is known.
public final class Population<Registry: SubscriberRegistry> {
  /// The number of subscribers per registry.
  @usableFromInline let size: Int
  @usableFromInline let registryCount: Int
  /// The number of subscribers of all registries.
  @inlinable var total: Int { size * registryCount }

  @usableFromInline let registries: UnsafeMutablePointer<Unmanaged<Registry>>
  @usableFromInline let tokens: UnsafeMutablePointer<Registry.Token?>
  @usableFromInline let sinks = Sinks.shared

  @inlinable
  init(size: Int, registryCount: Int = 1) {
    self.size = size
    self.registryCount = registryCount
    registries = .allocate(capacity: registryCount)
    tokens = .allocate(capacity: size * registryCount)
    tokens.initialize(repeating: nil, count: size * registryCount)
    addRegistries()
  }

  @inlinable
  deinit {
    removeRegistries()
    tokens.deinitialize(count: total)
    tokens.deallocate()
    registries.deallocate()
  }

  /// Releases all subscribers and registries, and creates new registries.
  @inlinable
  func reset() {
    removeRegistries()
    for index in 0..<total { tokens[index] = nil }
    addRegistries()
  }

  @inlinable
  func addRegistries() {
    for index in 0..<registryCount {
      (registries + index).initialize(to: .passRetained(Registry(capacity: size)))
    }
  }

  @inlinable
  func removeRegistries() {
    for index in 0..<registryCount { registries[index].release() }
  }

  /// Adds `level` subscribers to each registry, which must be empty.
  @inlinable @inline(never)
  func fill(upTo level: Int) {
    for index in 0..<registryCount {
      let first = tokens + index * size
      registries[index]._withUnsafeGuaranteedRef { registry in
        for position in 0..<level {
          (first + position).initialize(to: registry.subscribe(number: position, of: sinks))
        }
      }
    }
  }

  /// Removes from each registry the subscribers at the positions in `order`, or the first `limit` of them. The
  /// positions of each registry follow those of the previous registry.
  @inlinable @inline(never)
  func remove(_ order: Order, limit: Int = .max) {
    let each = min(order.count, limit) / registryCount
    guard var next = order.positions.baseAddress else { return }
    for index in 0..<registryCount {
      let first = tokens + index * size
      registries[index]._withUnsafeGuaranteedRef { registry in
        for _ in 0..<each {
          let slot = first + Int(next.pointee)
          next += 1
          // The token is moved, not copied: only the registry and the token hold a subscription.
          let token = slot.move().unsafelyUnwrapped
          slot.initialize(to: nil)
          registry.unsubscribe(token)
        }
      }
    }
  }

  /// Replaces the subscribers at the positions in `part` of `order`, one after the other. Uses the first registry only.
  @inlinable @inline(never)
  func replace(_ order: Order, _ part: Range<Int>? = nil) {
    let positions = order.positions
    registries[0]._withUnsafeGuaranteedRef { registry in
      for index in part ?? 0..<order.count {
        let position = positions[index]
        let slot = tokens + Int(position)
        registry.unsubscribe(slot.move().unsafelyUnwrapped)
        slot.initialize(to: registry.subscribe(number: Int(position), of: sinks))
      }
    }
  }

  /// Sends `count` values. Uses the first registry only.
  @inlinable @inline(never)
  func send(_ count: Int) {
    registries[0]._withUnsafeGuaranteedRef { registry in
      for value in 0..<count { registry.send(value) }
    }
  }
}
