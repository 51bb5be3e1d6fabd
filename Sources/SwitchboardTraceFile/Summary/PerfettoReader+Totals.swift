extension PerfettoReader {
  /// Reads the rest of the trace, summarises it, and returns three totals: the records, the missing records, and the
  /// calls of handlers. O(records).
  ///
  /// Not API: the benchmarks measure with this function what the command `switchboard-trace summary` costs.
  public mutating func _totals() throws(TraceFileError) -> (records: UInt64, lost: UInt64, deliveries: UInt64) {
    var builder = TraceSummaryBuilder(header)
    while let record = try next() { builder.add(record) }
    let summary = builder.summary(symbols)
    return (summary.records, summary.lost, summary.sites.reduce(0) { $0 + $1.deliveries })
  }
}
