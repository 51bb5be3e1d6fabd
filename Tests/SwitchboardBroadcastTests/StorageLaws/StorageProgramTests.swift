import SwitchboardTestSupport
import Testing

/// Tests of laws 1 to 5 and 7 of `SubscriberStorage`, on the bare storage.
@Suite("Storage laws")
struct StorageProgramTests {
  /// One operation of a program, as in ``Step``. The driver takes operations outside of walks, the shown node inside.
  enum Operation: Character, CaseIterable {
    case pass = "."
    case append = "a"
    /// Appends enough nodes to outgrow any block in use.
    case appendMany = "A"
    case removeFirst = "f"
    case removeMiddle = "m"
    case removeCurrent = "c"
    case removeLast = "l"
    case removeAll = "x"
    case walk = "w"
  }

  struct Failure: Error {}

  @Test("every sequence of a few operations keeps the laws")
  func exhaustive() {
    let alphabet = Operation.allCases
    let length = stepsOfAllPrograms
    let programs = (0..<length).reduce(1) { product, _ in product * alphabet.count }
    // 2 nodes fill the inline block, 6 nodes the first block on the heap.
    for nodes in [2, 6] {
      for number in 0..<programs {
        var rest = number
        let program = (0..<length).map { _ in
          defer { rest /= alphabet.count }
          return alphabet[rest % alphabet.count]
        }
        guard program.contains(.walk) || nodes == 2 else { continue }
        if let failure = Self.run(program, nodes: nodes) {
          Issue.record("\(String(program.map(\.rawValue))) on \(nodes) nodes: \(failure)")
          return
        }
      }
    }
  }

  @Test("long random sequences keep the laws")
  func random() {
    for seed in 1...60 as ClosedRange<UInt64> {
      var rng = SeededGenerator(seed: seed)
      let mixtures = ["aaaAw......fmcl", "aw..fmcl", "aaawwfml", "fmmcl.w....Ax"].map {
        $0.map { Operation(rawValue: $0)! }
      }
      let program = (0..<6).flatMap { _ in
        let mixture = mixtures[rng.below(mixtures.count)]
        return (0..<70).map { _ in mixture[rng.below(mixture.count)] }
      }
      if let failure = Self.run(program, nodes: rng.below(40)) {
        Issue.record("seed \(seed), \(String(program.map(\.rawValue))): \(failure)")
        return
      }
    }
  }

  private static func run(_ program: [Operation], nodes: Int) -> String? {
    let rig = StorageRig(nodes: nodes)
    defer { rig.finish() }
    var cursor = 0
    func step(at current: Int?) {
      guard cursor < program.count else { return }
      let operation = program[cursor]
      cursor += 1
      let numbers = rig.numbers
      switch operation {
      case .pass: break
      case .append: rig.append()
      case .appendMany: for _ in 0..<7 { rig.append() }
      case .removeFirst: if let first = numbers.first { rig.remove(number: first) }
      case .removeMiddle: if !numbers.isEmpty { rig.remove(number: numbers[numbers.count / 2]) }
      case .removeCurrent: if let current { rig.remove(number: current) }
      case .removeLast: if let last = numbers.last { rig.remove(number: last) }
      case .removeAll: rig.removeAll()
      case .walk: rig.walk { step(at: $0) }
      }
    }
    while cursor < program.count, rig.failure == nil { step(at: nil) }
    return rig.failure
  }
}
