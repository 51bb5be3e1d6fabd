public import BenchmarkResults
import BenchmarkStatistics
import Foundation

/// A check of the early stop, on recorded runs: how often does it say something that is false?
///
/// For each ratio of a sentence, the bound is put on the median of the recorded processes, so nothing can be decided.
/// Then processes are drawn from them, and looked at as a run does. Each decision is an error.
public struct StoppingSimulation: Sendable {
  /// The outcome for the ratios of one suite.
  public struct Row: Equatable, Sendable {
    public let suite: String
    /// The number of different ratios.
    public let ratios: Int
    /// The share of simulated runs that decide at the bound, where every decision is an error.
    public let errors: Double
    /// The largest share of a single ratio.
    public let most: Double
    /// The share of simulated runs that decide as all recorded processes do, with the ratio that was recorded.
    public let agreeing: Double
    /// The processes that these runs take, on average.
    public let processes: Double
  }

  public let rows: [Row]

  /// - Parameters:
  ///   - runs: Results of one machine. Their processes are put together.
  ///   - repetitions: The simulated runs of each ratio.
  public init(_ runs: [Results], repetitions: Int) {
    let samples = runs.map(\.samples)
    let questions = runs.first.map { Question.all(AnswerScope($0)) } ?? []
    let tests = Set(questions.flatMap { $0.claims.prefix(1) }.flatMap(\.tests))
    var generator = ResamplingGenerator()
    rows = Set(tests.map(\.of.suite)).sorted().map { suite in
      let found = tests.filter { $0.of.suite == suite }.sorted { $0.name < $1.name }.compactMap { test in
        let recorded = samples.flatMap { times in test.logarithms { times[$0] } }
        return recorded.count < Looks.first ? nil : Self.simulate(recorded, test.logBound, repetitions, &generator)
      }
      func mean(_ value: (Outcome) -> Double) -> Double {
        found.map(value).reduce(0, +) / Double(max(found.count, 1))
      }
      return Row(
        suite: suite, ratios: found.count, errors: mean(\.errors), most: found.map(\.errors).max() ?? 0,
        agreeing: mean(\.agreeing), processes: mean(\.processes))
    }
  }

  private struct Outcome { var errors, agreeing, processes: Double }

  private static func simulate(
    _ recorded: [Double], _ bound: Double, _ repetitions: Int, _ generator: inout ResamplingGenerator
  ) -> Outcome {
    let median = MeasuredInterval.median(recorded)
    var (errors, agreeing, processes) = (0, 0, 0)
    for _ in 0..<repetitions {
      let drawn = (0..<Looks.last).map { _ in recorded[generator.next(below: recorded.count)] }
      if Looks.decision(drawn, bound: median) != nil { errors += 1 }
      let decision = Looks.decision(drawn, bound: bound)
      if decision?.isAbove == (median > bound) { agreeing += 1 }
      processes += decision?.processes ?? Looks.last
    }
    let count = Double(repetitions)
    return Outcome(
      errors: Double(errors) / count, agreeing: Double(agreeing) / count, processes: Double(processes) / count)
  }
}

extension StoppingSimulation {
  /// Whether at most one run in twenty errs, for the ratios of each suite.
  public var passed: Bool { !rows.isEmpty && rows.allSatisfy { $0.ratios > 0 && $0.errors <= 0.05 } }

  public var text: String {
    let table = Markdown.table(
      [
        "suite", "ratios", "errors at the bound", "most of one ratio", "decided as all processes do",
        "processes on average",
      ],
      rows.map { row in
        [
          row.suite, "\(row.ratios)", Figure.percent(row.errors), Figure.percent(row.most),
          Figure.percent(row.agreeing), Figure.number(row.processes),
        ]
      })
    return table.replacing(Figure.space, with: " ")
      + "\n\n\(passed ? "passed" : "FAILED"): at most 5 % of runs may err at the bound, in each suite"
  }
}
