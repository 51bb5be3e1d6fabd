import Foundation

/// Made-up samples of processes and rounds around a time. The same names give the same samples.
struct CannedSamples: Sendable {
  var processes = 12
  var rounds = 4
  /// The standard deviation between processes, and four times that between rounds, as fractions.
  var jitter = 0.002

  func samples(_ time: Double, _ candidate: String, _ n: Int) -> [[Double]] {
    (0..<processes).map { process in
      let place = exp(jitter * Self.noise("\(candidate)/\(n)/\(process)"))
      return (0..<rounds).map { round in
        time * place * exp(jitter / 4 * Self.noise("\(candidate)/\(n)/\(process)/\(round)"))
      }
    }
  }

  /// Returns a number with mean 0 and deviation 1, nearly normal, that follows from the name.
  static func noise(_ name: String) -> Double {
    var state: UInt64 = name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    let uniforms = (0..<12).map { _ -> Double in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
    return uniforms.reduce(0, +) - 6
  }
}
