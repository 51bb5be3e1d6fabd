import ProgramReplay
import SubscriberWorkloads

/// The registries of a recorded program on one storage, and the measured loop over its operations.
///
/// Like `Population`, it allocates all that the loop needs before. A short program has many copies, which run one after
/// the other, so that the cost of the clock vanishes.
final class ReplayPopulation<Registry: SubscriberRegistry> {
  private let sequence: ReplaySequence
  private let copies: Int
  private let operations: UnsafeMutableBufferPointer<Operation>
  private let start: UnsafeMutableBufferPointer<Operation>
  private let registries: UnsafeMutablePointer<Unmanaged<Registry>>
  private let tokens: UnsafeMutablePointer<Registry.Token?>
  private let sinks = Sinks.shared

  /// The operations of one run.
  var operationCount: Int { sequence.operations.count * copies }
  /// The calls of handlers of one run.
  var deliveries: Int { sequence.deliveries * copies }
  private var tokenCount: Int { sequence.subscriptions * copies }

  /// Returns the number of copies that make a run long enough.
  static func copies(of sequence: ReplaySequence) -> Int { (1024 + sequence.cost - 1) / max(sequence.cost, 1) }

  init(_ sequence: ReplaySequence) {
    self.sequence = sequence
    copies = Self.copies(of: sequence)
    operations = .allocate(capacity: sequence.operations.count)
    _ = operations.initialize(from: sequence.operations)
    start = .allocate(capacity: sequence.start.count)
    _ = start.initialize(from: sequence.start)
    registries = .allocate(capacity: sequence.registries * copies)
    tokens = .allocate(capacity: sequence.subscriptions * copies)
    tokens.initialize(repeating: nil, count: sequence.subscriptions * copies)
    addRegistries()
  }

  deinit {
    removeRegistries()
    tokens.deinitialize(count: tokenCount)
    tokens.deallocate()
    registries.deallocate()
    operations.deallocate()
    start.deallocate()
  }

  /// Adds the subscribers that were there before the first operation.
  func establish() { run(start) }

  /// Runs the recorded operations.
  func run() { run(operations) }

  /// Releases all subscribers and registries, and creates new registries.
  func reset() {
    removeRegistries()
    for index in 0..<tokenCount { tokens[index] = nil }
    addRegistries()
  }

  /// The number of calls of handlers since the program began. All values are 1.
  var received: Int {
    (0..<16).reduce(0) { $0 + sinks[$1]._withUnsafeGuaranteedRef { $0.total } }
  }

  private func addRegistries() {
    for index in 0..<sequence.registries * copies {
      (registries + index).initialize(to: .passRetained(Registry(capacity: sequence.subscriptions)))
    }
  }

  private func removeRegistries() {
    for index in 0..<sequence.registries * copies { registries[index].release() }
  }

  @inline(never)
  private func run(_ operations: UnsafeMutableBufferPointer<Operation>) {
    for copy in 0..<copies {
      let registries = registries + copy * sequence.registries
      let tokens = tokens + copy * sequence.subscriptions
      for operation in operations {
        registries[Int(operation.registry)]._withUnsafeGuaranteedRef { registry in
          let slot = tokens + Int(operation.subscription)
          switch operation.kind {
          case .send: registry.send(1)
          case .subscribe:
            let number = Int(operation.subscription)
            slot.initialize(
              to: sinks[number & 15]._withUnsafeGuaranteedRef { registry.subscribe($0, number: number) })
          case .dispose:
            // The token is moved, not copied: only the registry and the token hold a subscription.
            let token = slot.move().unsafelyUnwrapped
            slot.initialize(to: nil)
            registry.unsubscribe(token)
          }
        }
      }
    }
  }
}
