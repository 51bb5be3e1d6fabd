import BenchmarkResults

/// The text of `report.md`, which follows from the results and the history alone.
enum ReportText {
  static func blocks(_ results: Results, _ history: History = History()) -> [Block] {
    let sections = SuiteSections.all(results)
    let answer = Answer(results)
    var blocks: [Block] = [.heading(1, "Switchboard benchmarks"), .text(subtitle(results))]
    if results.partial {
      blocks.append(
        .text(
          """
          > **Interrupted: partial results.** The run was stopped before its end. Figures come from fewer rounds, or \
          are missing.
          """
        ))
    }
    // The answer says what is missing, but a run without times has no answer.
    if answer.lines.isEmpty, !results.incomplete.isEmpty {
      blocks.append(.text("> **Incomplete.** \(results.incomplete.joined(separator: " "))"))
    }
    blocks += answer.blocks
    if sections.isEmpty { blocks.append(.text("The run has no measurements.")) }
    blocks += sections.flatMap(\.conclusion)
    blocks.append(.text(contents(sections, hasHistory: !history.blocks.isEmpty)))
    for section in sections {
      blocks += [.heading(2, section.title)] + section.body
    }
    return blocks + history.blocks + [
      .heading(2, "Method"), .text(Method.text(results)),
    ] + answer.knownBlocks + [.heading(2, "Environment"), .text(environment(results))]
  }

  static func markdown(_ results: Results, _ history: History = History(), withCharts: Bool) -> String {
    markdown(blocks(results, history), withCharts: withCharts)
  }

  static func markdown(_ blocks: [Block], withCharts: Bool) -> String {
    let paragraphs = blocks.compactMap { block -> String? in
      switch block {
      case .text(let text): text
      case .chart(let chart): withCharts ? "![\(chart.title)](\(chart.path).svg)" : nil
      case .picture(let picture): "![\(picture.text)](\(picture.file))"
      }
    }
    return paragraphs.joined(separator: "\n\n") + "\n"
  }

  private static func subtitle(_ results: Results) -> String {
    let environment = results.environment
    return [environment.date, "commit \(environment.commit)", environment.cpu, environment.swift]
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private static func contents(_ sections: [any SuiteSection], hasHistory: Bool) -> String {
    let headings = sections.flatMap { section in
      [(2, section.title)]
        + section.body.compactMap { block -> (Int, String)? in
          guard case .text(let text) = block, text.hasPrefix("### ") else { return nil }
          return (3, String(text.dropFirst(4)))
        }
    }
    let all = headings + (hasHistory ? [(2, "Earlier runs")] : []) + [(2, "Method"), (2, "Environment")]
    var counts: [String: Int] = [:]
    let lines = all.map { level, heading in
      let anchor = Markdown.anchor(heading)
      let count = counts[anchor, default: 0]
      counts[anchor] = count + 1
      // GitHub numbers the headings that have the same text.
      let unique = count == 0 ? anchor : "\(anchor)-\(count)"
      return String(repeating: "  ", count: level - 2) + "- [\(heading)](#\(unique))"
    }
    return "**Contents**\n\n" + lines.joined(separator: "\n")
  }

  private static func environment(_ results: Results) -> String {
    let environment = results.environment
    let allocator = environment.allocator
    let selfCheck =
      switch allocator.selfCheck {
      case .passed: "passed: the counters showed exactly the allocations of the check"
      case .failed: "**failed**: the counters missed allocations of the check, so the report leaves out memory figures"
      case .unavailable: "n/a: this allocator has no counters, so the report leaves out memory figures"
      }
    return Markdown.table(
      ["", "this run"],
      [
        ["date", environment.date],
        ["commit", environment.commit],
        ["processor", environment.cpu],
        ["cores", "\(environment.cores)"],
        ["system", environment.os],
        ["compiler", environment.swift],
        ["flags", environment.flags],
        ["allocator", [allocator.name, allocator.version].compactMap(\.self).joined(separator: " ")],
        ["allocator self-check", selfCheck],
      ], textColumns: 2)
  }
}
