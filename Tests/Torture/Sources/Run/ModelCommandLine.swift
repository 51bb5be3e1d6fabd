import ArgumentParser
import Foundation

struct ModelCommandLine: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "model",
    abstract: "Run random programs on the library and on a reference model, and compare the histories.",
    discussion: """
      Programs use subjects, properties, channels, boards, buses, bags, lifetimes and commands, on up to three threads \
      that take turns. A program whose histories differ is shrunk, and printed as a Swift test with the number of its \
      seed.

      Program number i of a run has the seed SEED + i, so `--seed` with that number and `--programs 1` runs the \
      program again.

      With --json the keys are: seed, programs, actions, notes, seconds, and failure, if there is one: its seed, the \
      number of steps before and after shrinking, source, expected and real.
      """)

  @Option(help: "Stop after this many seconds.")
  var seconds: Double?

  @Option(help: "The seed of the first program, or “random”.")
  var seed = "1"

  @Option(help: "Stop after this many programs. Without --seconds, the default is 10000.")
  var programs: Int?

  @Flag(help: "Print JSON instead of text.")
  var json = false

  @Flag(help: "Print the failing program as it was generated.")
  var unshrunk = false

  func validate() throws {
    if seed != "random", UInt64(seed) == nil { throw ValidationError("--seed must be a number, or “random”.") }
    if let seconds, seconds <= 0 { throw ValidationError("--seconds must be more than 0.") }
    if let programs, programs < 1 { throw ValidationError("--programs must be 1 or more.") }
  }

  func run() throws {
    let first = UInt64(seed) ?? UInt64.random(in: 0..<1 << 48)
    if seed == "random" { StandardError.write("seed \(first)\n") }
    let limit = programs ?? (seconds == nil ? 10_000 : .max)
    let trial = Trial()
    var progress = Progress()
    var done = 0
    CrashReport.install()
    while done < limit, progress.seconds < seconds ?? .infinity {
      let seed = first &+ UInt64(done)
      CrashReport.seed(seed)
      let program = Generator.program(seed: seed)
      let outcome = trial.run(program)
      done += 1
      if !outcome.isSame {
        progress.clear()
        let report = FailureReport(program, outcome, seed: seed, isShrunk: !unshrunk)
        try finish(ModelResult(first, done, trial, progress, report))
        throw Exit.found
      }
      if done % 64 == 0 { progress.show("\(done.grouped) programs, \(trial.actions.grouped) actions") }
    }
    progress.clear()
    try finish(ModelResult(first, done, trial, progress, nil))
  }

  private func finish(_ result: ModelResult) throws {
    if json { return try printJSON(result) }
    if let failure = result.failure { print(failure.text) }
    let rate = Int(Double(result.actions) / max(0.001, result.seconds))
    print(
      """
      model: \(result.programs.grouped) programs from seed \(result.seed), \(result.actions.grouped) actions, \
      \(result.notes.grouped) notes compared, \(rate.grouped) actions/s: \
      \(result.failure == nil ? "histories equal" : "HISTORIES DIFFER")
      """)
  }
}

struct ModelResult: Encodable {
  var seed: UInt64
  var programs: Int
  var actions: Int
  var notes: Int
  var seconds: Double
  var failure: FailureReport?

  init(_ seed: UInt64, _ programs: Int, _ trial: Trial, _ progress: Progress, _ failure: FailureReport?) {
    (self.seed, self.programs, self.failure) = (seed, programs, failure)
    (actions, notes, seconds) = (trial.actions, trial.notes, progress.seconds)
  }
}

/// A difference between the library and the model, with the smallest program that shows it.
struct FailureReport: Encodable {
  var seed: UInt64
  var stepsBefore: Int
  var steps: Int
  var trials: Int
  var source: String
  var expected: [String] = []
  var real: [String] = []
  var text = ""

  private enum CodingKeys: CodingKey { case seed, stepsBefore, steps, trials, source, expected, real }

  init(_ program: Program, _ outcome: Trial.Outcome, seed: UInt64, isShrunk: Bool) {
    let trial = Trial()
    var shrinker = Shrinker { !trial.run($0).isSame }
    var (smallest, last) = (program, outcome)
    if isShrunk {
      smallest = shrinker.shrink(program)
      // The failure of the shrunk program, not that of the program it was made from.
      let again = trial.run(smallest)
      if !again.isSame { last = again }
    }
    self.seed = seed
    (stepsBefore, steps, trials) = (program.steps.count, smallest.steps.count, shrinker.trials)
    var difference = ""
    switch last {
    case .same: break
    case .hung(let step): difference = "hangs in step \(step)"
    case .different(let expected, let real, let place):
      (self.expected, self.real) = (expected.map(\.description), real.map(\.description))
      func text(_ notes: [Note]) -> String { place < notes.count ? "“\(notes[place])”" : "the end" }
      difference = "note \(place) is \(text(real)), and the model says \(text(expected))"
    }
    source = SourceText(smallest, expected: expected).text
    text = """
      // torture model --seed \(seed) --programs 1: \(difference)
      // \(steps) of \(stepsBefore) steps are left after \(trials) trials.
      \(source)
      """
  }
}
