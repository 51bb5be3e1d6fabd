public import BenchmarkResults
import Foundation
import ProgramReplay

/// What a replay of traces found: for a terminal, or as JSON.
public struct ReplaySummary {
  private let traces: [ReplayedTrace]
  private let results: Results
  private let comparisons: Comparisons

  public init(_ traces: [ReplayedTrace], _ results: Results) {
    self.traces = traces
    self.results = results
    comparisons = ReplayVerdict.comparisons(results)
  }

  /// The tables of each trace, followed by the answer.
  public var text: String {
    let notes = results.incomplete.isEmpty ? [] : ["INCOMPLETE: " + results.incomplete.joined(separator: " ")]
    return Markdown.plain((traces.map(text) + notes).joined(separator: "\n\n"))
  }

  // MARK: One trace

  private func text(_ trace: ReplayedTrace) -> String {
    let program = trace.program
    return
      ([
        "\(program.name) (\(trace.path))", Self.registries(program), times(trace),
        TextTable.wrapped("Method: " + Self.notes(trace).joined(separator: " ")), answer(trace),
      ]).joined(separator: "\n\n")
  }

  private static let shownRegistries = 20

  private static func registries(_ program: RecordedProgram) -> String {
    let sorted = program.registries.sorted { ($1.work, $0.number) < ($0.work, $1.number) }
    let rows = sorted.prefix(shownRegistries).map { registry in
      [
        registry.name, Figure.grouped(registry.mostSubscribers),
        registry.medianSubscribersAtSends.map(Figure.grouped) ?? Figure.missing,
      ]
        + [registry.sends, registry.deliveries, registry.subscribes, registry.disposals].map(Figure.grouped)
        + [Figure.grouped(registry.threads), Figure.grouped(registry.sendingThreads), registry.line ?? "?"]
    }
    let table = TextTable(
      [
        "registry", "subscribers", "at a send", "sends", "deliveries", "subscribes", "disposals", "threads",
        "that send", "subscribed at",
      ], rightAligned: Set(1...8)
    ).text(rows)
    let rest = sorted.count - rows.count
    return table + (rest > 0 ? "\n… and \(rest) more with less work" : "")
  }

  private func times(_ trace: ReplayedTrace) -> String {
    let names = ["the program"] + (trace.busiest.map { ["only \($0.registry.name)"] } ?? [])
    let verdicts = workloads(trace).map { ReplayVerdict($0, in: comparisons) }
    let rows = zip(names, verdicts).map { name, verdict in
      [name]
        + StorageCandidates.main.map { storage in
          guard let verdict else { return Figure.missing }
          if storage == verdict.fastest { return "1 (the fastest)" }
          return Figure.interval(verdict.ratios.first { $0.storage == storage }?.interval)
        } + [Figure.interval(verdict?.control)]
    }
    return TextTable(
      ["time ÷ the fastest"] + StorageCandidates.main + ["dense-again ÷ dense"], rightAligned: Set(1...4)
    ).text(rows)
  }

  private func workloads(_ trace: ReplayedTrace) -> [String] {
    let name = trace.program.name
    return [name] + (trace.busiest == nil ? [] : [ReplayedTrace.busiestWorkload(name)])
  }

  /// Sentences on how the replay differs from the program.
  static func notes(_ trace: ReplayedTrace) -> [String] {
    let program = trace.program
    let total = program.operations.count
    let used = trace.sequence.operations.count
    var notes: [String] = []
    let part = used == total ? "all \(Figure.grouped(total))" : "\(Figure.grouped(used)) of \(Figure.grouped(total))"
    let place = used == total ? "" : ", from the middle of the trace"
    notes.append(
      "The replay repeats \(part) operations\(place), on one thread, in recorded order"
        + (program.threads > 1 ? ", although \(program.threads) threads took part." : "."))
    let before = program.registries.reduce(0) { $0 + $1.subscribersBefore }
    if before > 0 {
      notes.append(
        """
        \(Figure.grouped(before)) subscriptions are older than the trace, or their records are missing; they show in \
        deliveries, in disposals or in the registries' own counts. The replay begins with them.
        """)
    }
    if program.lost > 0 {
      notes.append("The trace has lost \(Figure.grouped(Int(clamping: program.lost))) records, so counts are too low.")
    }
    if !trace.isComplete {
      notes.append("The trace has no end, so records may be missing there.")
    }
    return notes
  }

  private func answer(_ trace: ReplayedTrace) -> String {
    guard let busiest = trace.program.busiest else { return "" }
    let choice = ReplayVerdict(trace.program.name, in: comparisons)?.text ?? "no answer, because it was not measured"
    return TextTable.wrapped(
      """
      For this program: \(choice). \
      Your busiest registry, \(busiest.name), has \(Self.subscribers(busiest.mostSubscribers)).
      """)
  }

  private static func subscribers(_ count: Int) -> String {
    switch count {
    case 0: "no subscriber"
    case 1: "1 subscriber"
    default: "at most \(Figure.grouped(count)) subscribers"
    }
  }
}

// MARK: JSON

extension ReplaySummary {
  /// The same facts for scripts. A figure that was not measured is null.
  public var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      let document = Document(
        environment: results.environment, partial: results.partial, incomplete: results.incomplete,
        traces: traces.map(document))
      return String(decoding: try encoder.encode(document), as: UTF8.self)
    }
  }

  private struct Document: Encodable {
    var schema = "switchboard.replay/1"
    let environment: Environment
    let partial: Bool
    let incomplete: [String]
    let traces: [Trace]
  }

  private struct Trace: Encodable {
    let name, path: String
    let operations, replayedOperations, threads: Int
    let lostRecords: UInt64
    let isComplete: Bool
    let registries: [RecordedRegistry]
    let busiest: String?
    let notes: [String]
    let comparisons: [Compared]
    let answer: String
  }

  private struct Compared: Encodable {
    let workload: String
    let fastest, choice: String
    let winners: [String]
    let ratios: [AnswerFigure]
  }

  private func document(_ trace: ReplayedTrace) -> Trace {
    let program = trace.program
    return Trace(
      name: program.name, path: trace.path, operations: program.operations.count,
      replayedOperations: trace.sequence.operations.count, threads: program.threads, lostRecords: program.lost,
      isComplete: trace.isComplete, registries: program.registries, busiest: program.busiest?.name,
      notes: Self.notes(trace).map(Markdown.plain),
      comparisons: workloads(trace).compactMap { workload in
        ReplayVerdict(workload, in: comparisons).map { verdict in
          Compared(
            workload: workload, fastest: verdict.fastest, choice: verdict.choice, winners: verdict.winners,
            ratios: verdict.ratios.compactMap {
              $0.interval == nil
                ? AnswerFigure(name: $0.storage, ratio: 1, low: 1, high: 1) : AnswerFigure($0.storage, $0.interval)
            })
        }
      }, answer: Markdown.plain(answer(trace)).replacing("\n", with: " "))
  }
}
