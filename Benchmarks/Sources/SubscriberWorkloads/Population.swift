/// Registries of one candidate with their subscribers' tokens, and the loops over them that are measured.
///
/// Everything that a measured loop needs is allocated before: tokens, orders, registries. Registries are unmanaged and
/// orders are bare memory, because an array would add a retain, or a check, to operations of a few nanoseconds.
///
/// All of it is inlinable: the loops have to be compiled for each candidate, where the candidate is known.
public final class Population<Registry: SubscriberRegistry> {
  /// Subscribers per registry.
  @usableFromInline let size: Int
  @usableFromInline let registryCount: Int
  /// Subscribers of all registries.
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

  /// Lets all subscribers and registries go and makes new registries.
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

  /// Subscribes up to `level` in each registry, which must be empty.
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

  /// Removes from each registry those whose positions `order` lists, or the first `limit` of them; a registry's
  /// positions follow the last one's.
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
          // Taken, and not copied: the registry and the handle are the only ones who hold a subscription.
          let token = slot.move().unsafelyUnwrapped
          slot.initialize(to: nil)
          registry.unsubscribe(token)
        }
      }
    }
  }

  /// Replaces those at the positions that `part` of `order` lists, one after the other. One registry only.
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

  /// Sends `count` values. One registry only.
  @inlinable @inline(never)
  func send(_ count: Int) {
    registries[0]._withUnsafeGuaranteedRef { registry in
      for value in 0..<count { registry.send(value) }
    }
  }
}
