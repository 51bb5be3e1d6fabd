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
        registry.mostSubscribers, registry.sends, registry.deliveries, registry.subscribes, registry.disposals,
        registry.threads,
      ]
    }
    let table = TextTable(
      ["registry", "subscribers", "sends", "deliveries", "subscribes", "disposals", "threads"],
      rightAligned: Set(1...6)
    ).text(zip(sorted, rows).map { [shortened($0.name)] + $1.map(Figure.grouped) })
    let rest = sorted.count - rows.count
    return table + (rest > 0 ? "\n… and \(rest) more with less work" : "")
  }

  /// Returns a name that leaves room for six columns. A type can be long.
  private static func shortened(_ name: String) -> String {
    name.count <= 36 ? name : name.prefix(24) + "…" + name.suffix(11)
  }

  private func times(_ trace: ReplayedTrace) -> String {
    let names = ["the program"] + (trace.busiest.map { ["only \(Self.shortened($0.registry.name))"] } ?? [])
    let rows = zip(names, workloads(trace)).flatMap { name, workload in
      let verdict = ReplayVerdict(workload, in: comparisons)
      return [
        [name] + StorageCandidates.main.map { Self.ratio(verdict, $0) } + [Figure.interval(verdict?.control)],
        ["  ns per operation"] + StorageCandidates.main.map { Figure.number(time(workload, $0)) } + [""],
      ]
    }
    return TextTable(
      ["time ÷ the fastest"] + StorageCandidates.main + ["dense twice"], rightAligned: Set(1...4)
    ).text(rows)
  }

  private static func ratio(_ verdict: ReplayVerdict?, _ storage: String) -> String {
    guard let verdict else { return Figure.missing }
    if storage == verdict.fastest { return "the fastest" }
    return Figure.interval(verdict.ratios.first { $0.storage == storage }?.interval)
  }

  /// Returns the nanoseconds per operation; nil if they were not measured.
  private func time(_ workload: String, _ storage: String) -> Double? {
    comparisons.suite.sizes(of: workload).first.flatMap { comparisons.suite.time(workload, storage, $0) }
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
    let storages: [Storage]
    /// The time of `dense` a second time ÷ the first, in the same rounds.
    let control: AnswerFigure?
  }

  private struct Storage: Encodable {
    let name: String
    @OrNull var nanosecondsPerOperation: Double?
    /// The time ÷ the least time, with its interval; null for the fastest.
    @OrNull var toFastest: AnswerFigure?
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
            storages: verdict.ratios.map { storage, interval in
              Storage(
                name: storage, nanosecondsPerOperation: time(workload, storage),
                toFastest: AnswerFigure("\(storage) ÷ \(verdict.fastest)", interval))
            }, control: AnswerFigure("dense-again ÷ dense", verdict.control))
        }
      }, answer: Markdown.plain(answer(trace)).replacing("\n", with: " "))
  }
}
