/// A random number generator with a seed: SplitMix64.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, not including, `bound`.
  mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound)) }

  /// Returns true once in `count` calls, on average.
  mutating func once(in count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
