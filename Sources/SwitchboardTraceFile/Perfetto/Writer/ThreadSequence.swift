/// What has been written in a thread's sequence, as far as what follows depends on it.
struct ThreadSequence {
  let sequence: UInt64
  var lastTime: UInt64 = 0
  /// The activities in progress, the innermost last.
  var open: [OpenActivity] = []
  var names = NumberSet()
  var sites = NumberSet()
  var kinds: UInt32 = 0

  init(number: UInt32) { sequence = PerfettoFormat.sequence(ofThread: number) }
}

struct OpenActivity {
  var flow: UInt64
  var registry: UInt32
  /// A delivery by the registry is open.
  var hasOuterDelivery = false
  /// A delivery at the end of a chain of operators is open, within the outer one if there is one.
  var hasInnerDelivery = false
}

/// A set of small numbers. A bit each.
struct NumberSet {
  private var words: [UInt64] = []

  @inline(__always)
  func contains(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// Returns whether `number` is new.
  @discardableResult
  mutating func insert(_ number: UInt32) -> Bool {
    if contains(number) { return false }
    let word = Int(number >> 6)
    while words.count <= word { words.append(0) }
    words[word] |= 1 << UInt64(number & 63)
    return true
  }

  mutating func removeAll() { words.removeAll(keepingCapacity: true) }
}
