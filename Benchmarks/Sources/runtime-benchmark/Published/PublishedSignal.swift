/// A signal of the published workloads, whose listeners disconnect when they are deallocated.
///
/// The definitions are those of signal-slot-benchmarks. A listener has a method that is never inlined and does one step
/// of the generator, which comes with the emission.
protocol PublishedSignal: AnyObject, Sendable {
  associatedtype Listener: PublishedListener

  /// Whether listeners can come and go. A floor can only emit.
  static var canDisconnect: Bool { get }

  /// - Parameter capacity: The number of listeners to come. Only a floor may use it.
  init(capacity: Int)
  /// Connects the listener until it is deallocated.
  func connect(_ listener: Listener)
  func emit(_ generator: Minstd)
}

extension PublishedSignal {
  static var canDisconnect: Bool { true }
}

protocol PublishedListener: AnyObject {
  init()
}

extension PublishedListener {
  @inline(never) func handle(_ generator: Minstd) { generator.step() }
}

/// A reference to a linear congruential generator, `minstd_rand` of C++. Its state counts the steps: a state that is
/// reached after a number of steps is not reached again within two billion.
///
/// Sound: each generator belongs to one thread.
struct Minstd: @unchecked Sendable {
  private static let modulus: UInt64 = 2_147_483_647
  private static let multiplier: UInt64 = 48_271

  private let state: UnsafeMutablePointer<UInt64>

  private init(_ state: UnsafeMutablePointer<UInt64>) { self.state = state }

  /// The reference as a number, for the floor, whose handlers take numbers.
  var bits: Int { Int(bitPattern: state) }

  @inline(__always)
  init(bits: Int) {
    // The number is that of a reference, so that it is never 0.
    self.init(UnsafeMutablePointer(bitPattern: bits).unsafelyUnwrapped)
  }

  /// Returns a new generator. It has to be deallocated.
  static func make() -> Minstd {
    let state = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    state.initialize(to: 1)
    return Minstd(state)
  }

  func deallocate() { state.deallocate() }

  @inline(__always)
  func step() { state.pointee = state.pointee * Self.multiplier % Self.modulus }

  /// Returns whether the generator has done exactly `count` steps since it was made.
  func hasDone(_ count: Int) -> Bool {
    var expected: UInt64 = 1
    for _ in 0..<count { expected = expected * Self.multiplier % Self.modulus }
    return state.pointee == expected
  }
}
