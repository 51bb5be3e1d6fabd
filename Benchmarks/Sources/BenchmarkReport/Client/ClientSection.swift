import BenchmarkResults

/// The section on what the library costs its clients: compile time, and bytes of code.
struct ClientSection: SuiteSection {
  private let measurements: SuiteMeasurements

  init(_ results: Results) { measurements = SuiteMeasurements(suite: ClientNames.suite, results) }

  var title: String { "Clients" }

  var conclusion: [Block] { [.heading(2, "What does the library cost its clients?"), .text(table)] }

  var body: [Block] {
    measurements.workloads.flatMap { workload -> [Block] in
      [.heading(3, Markdown.code(workload))] + (measurements.sentence(of: workload).map { [.text($0)] } ?? [])
    }
  }

  /// Each cost beside that of the peer, for a terminal.
  var costs: [String] {
    measurements.workloads.flatMap { workload in
      measurements.sizes(of: workload).compactMap { n -> String? in
        guard let row = measurements.row(workload, ClientNames.own, n), let median = row.median else { return nil }
        let ratio = measurements.ratio(workload, ClientNames.own, to: ClientNames.peer, n)
        let cost = "\(workload): \(Figure.number(median))\(Figure.space)\(measurements.unit(of: workload))"
        return cost + (ratio.map { ", \(Figure.ratio($0)) that of \(ClientNames.peer)" } ?? "")
      }
    }
  }

  private var table: String {
    let rows = measurements.workloads.flatMap { workload in
      measurements.sizes(of: workload).map { n in
        [Markdown.code(workload), Figure.grouped(n), measurements.unit(of: workload)]
          + [ClientNames.own, ClientNames.peer].map { cell(measurements.row(workload, $0, n)) }
          + [Figure.ratio(measurements.ratio(workload, ClientNames.own, to: ClientNames.peer, n))]
      }
    }
    return Markdown.table(
      ["", "n", "unit", Markdown.code(ClientNames.own), Markdown.code(ClientNames.peer), "÷"], rows, textColumns: 1)
  }

  /// Returns the median, and the range where the rounds differ.
  private func cell(_ row: Measurement?) -> String {
    guard let row, let median = row.median else { return Figure.missing }
    guard let least = row.min, let most = row.max, least < most else { return Figure.number(median) }
    return "\(Figure.number(median)) (\(Figure.number(least))–\(Figure.number(most)))"
  }
}
