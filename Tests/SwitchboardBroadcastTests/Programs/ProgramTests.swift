import SwitchboardTestSupport
import Testing

/// Tests promises R1, R2, R3 (on one thread), R5, R6, R7, R9 and R10 together, with everything that a handler can do.
@Suite("Programs against the model")
struct ProgramTests {
  @Test("every program of a few steps behaves like the model", arguments: Delivery.allCases)
  func exhaustive(delivery: Delivery) {
    let alphabet = Step.allCases
    let length = stepsOfAllPrograms
    let programs = (0..<length).reduce(1) { product, _ in product * alphabet.count }
    for subscribers in [0, 3] {
      for number in 0..<programs {
        var rest = number
        let program = (0..<length).map { _ in
          defer { rest /= alphabet.count }
          return alphabet[rest % alphabet.count]
        }
        // A program without a delivery has nothing to compare.
        guard program.contains(.send) || program.contains(.terminate) else { continue }
        if let difference = difference(program, delivery, subscribers: subscribers) {
          Issue.record("\(difference)")
          return
        }
      }
    }
  }

  @Test("long random programs behave like the model", arguments: Delivery.allCases)
  func random(delivery: Delivery) {
    for seed in 1...120 as ClosedRange<UInt64> {
      if let difference = randomProgramDifference(seed: seed, delivery) {
        Issue.record("\(difference)")
        return
      }
    }
  }
}

/// Builds the program of a seed and compares its runs. Each stretch of the program has its own mixture of steps, so
/// that registries fill up, empty, and stay in between.
func randomProgramDifference(seed: UInt64, _ delivery: Delivery) -> String? {
  var rng = SeededGenerator(seed: seed)
  let mixtures = ["sssssss!..fmli", "s!....ffmmlli", "ss!..fml......"].map { [Step](text: $0) }
  var program: [Step] = []
  for _ in 0..<6 {
    let mixture = mixtures[rng.below(mixtures.count)]
    for _ in 0..<60 { program.append(mixture[rng.below(mixture.count)]) }
  }
  if rng.below(3) == 0 { program[rng.below(program.count)] = .terminate }
  return difference(program, delivery, subscribers: rng.below(12)).map { "seed \(seed): \($0)" }
}
