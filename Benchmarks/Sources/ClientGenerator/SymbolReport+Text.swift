extension SymbolReport {
  /// The report for a terminal.
  ///
  /// - Parameter count: The length of each table.
  public func text(top count: Int = 40) -> String {
    [
      table(
        "sections (program, other program, added)",
        sections.filter { $0.bytes != $0.other }.map {
          "\(number($0.bytes)) \(number($0.other)) \(number($0.bytes - $0.other))  \($0.name)"
        }),
      table(
        "machine code, by the function that it was written in, inlined or not (bytes, symbols with it)",
        rows(written, count)),
      table("machine code, by the function that the program calls, with what is inlined there", rows(called, count)),
      table("symbols, by function (bytes, count)", rows(symbols, count)),
      table("largest symbols", largest.prefix(count).map { "\(number($0.bytes))  \($0.name.prefix(150))" }),
    ].joined(separator: "\n\n")
  }

  private func rows(_ groups: [Group], _ count: Int) -> [String] {
    let total = groups.reduce(0) { $0 + $1.bytes }
    return ["\(number(total))         all"]
      + groups.prefix(count).map { "\(number($0.bytes)) \(number($0.count))  \($0.name.prefix(150))" }
  }

  private func table(_ title: String, _ rows: [String]) -> String { ([title] + rows).joined(separator: "\n") }

  private func number(_ value: Int) -> String {
    let text = String(value)
    return String(repeating: " ", count: max(0, 9 - text.count)) + text
  }
}
