import SwitchboardTracing

extension TraceSource {
  /// The records to the end.
  mutating func all() throws -> [TraceRecord] {
    var records: [TraceRecord] = []
    while let record = try next() { records.append(record) }
    return records
  }
}
