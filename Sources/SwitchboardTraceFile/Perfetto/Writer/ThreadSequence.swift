/// The state of a thread's sequence on which later packets depend.
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
  /// Whether a delivery by the registry is open.
  var hasOuterDelivery = false
  /// Whether a delivery at the end of a chain of operators is open. It lies within the outer delivery, if there is one.
  var hasInnerDelivery = false
}

/// A set of small numbers, which takes one bit for each number up to the largest.
struct NumberSet {
  private var words: [UInt64] = []

  @inline(__always)
  func contains(_ number: UInt32) -> Bool {
    let word = Int(number >> 6)
    return word < words.count && words[word] >> UInt64(number & 63) & 1 == 1
  }

  /// Inserts `number`, and returns whether it is new.
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
